/* The switch that shows workings: each number becomes a button that tells how it was obtained.
   What it tells is the entry of the list at the end of the page, copied. */
"use strict";
(() => {
  const entries = new Map();
  for (const entry of document.querySelectorAll(".working li[data-n]"))
    for (const n of entry.dataset.n.split(" ")) entries.set(n, entry);
  const numbers = [...document.querySelectorAll("article data[id], article .given[id], article .numbers[id]")];
  const header = document.querySelector("header.title");
  if (!entries.size || !numbers.length || !header) return;

  const label = document.createElement("label");
  label.className = "switch";
  const box = document.createElement("input");
  box.type = "checkbox";
  label.append(box, " Show the working of each number");
  header.append(label);

  let open = null;
  let owner = null;
  const close = () => {
    if (!open) return;
    open.remove();
    owner.setAttribute("aria-expanded", "false");
    open = null;
  };
  const show = (number) => {
    const again = open && owner === number;
    close();
    if (again) return;
    const list = document.createElement("div");
    const which = (number.dataset.n || number.id.slice(2)).split(" ");
    for (const entry of new Set(which.map((n) => entries.get(n)))) {
      if (!entry) continue;
      const paragraph = document.createElement("p");
      for (const node of entry.childNodes) paragraph.append(node.cloneNode(true));
      list.append(paragraph);
    }
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "×";
    button.setAttribute("aria-label", "Close");
    button.onclick = () => { const back = owner; close(); back.focus(); };
    open = document.createElement("div");
    open.className = "popover";
    open.setAttribute("role", "region");
    open.setAttribute("aria-label", "How this number was obtained");
    open.append(button, list);
    owner = number;
    number.setAttribute("aria-expanded", "true");
    document.body.append(open);
    const at = number.getBoundingClientRect();
    const width = document.documentElement.clientWidth;
    open.style.top = at.bottom + scrollY + 6 + "px";
    open.style.left = Math.max(16, Math.min(at.left, width - open.offsetWidth - 16)) + scrollX + "px";
    button.focus({ preventScroll: true });
  };
  const act = (event) => {
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    show(event.currentTarget);
  };
  box.onchange = () => {
    close();
    document.body.classList.toggle("shows", box.checked);
    for (const number of numbers) {
      const set = box.checked
        ? (name, value) => number.setAttribute(name, value)
        : (name) => number.removeAttribute(name);
      set("role", "button");
      set("tabindex", "0");
      set("aria-expanded", "false");
      number.onclick = number.onkeydown = box.checked ? act : null;
    }
  };
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && open) { const back = owner; close(); back.focus(); }
  });
  addEventListener("click", (event) => {
    if (open && !open.contains(event.target) && !owner.contains(event.target)) close();
  });
})();
