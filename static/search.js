/* Searches the index, which is fetched when something is typed. */
"use strict";
(() => {
  const form = document.querySelector("form.search");
  if (!form) return;
  const [input, status, list] = [form.q, form.querySelector(".status"), form.querySelector(".results")];
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  let index;
  const load = () =>
    (index ??= fetch(form.dataset.index)
      .then((answer) => answer.json())
      .then((entries) => entries.map(([kind, title, text, href]) =>
        ({ kind, title, text, href, in: plain(title), all: plain(kind + " " + title + " " + text) }))));
  const find = async () => {
    const words = plain(input.value).split(/\s+/).filter(Boolean);
    if (!words.length) {
      list.replaceChildren();
      status.textContent = "";
      return;
    }
    let entries;
    try {
      entries = await load();
    } catch {
      index = undefined;
      status.textContent = "The index could not be read.";
      return;
    }
    const weight = (entry) => words.filter((word) => entry.in.includes(word)).length;
    const found = entries
      .filter((entry) => words.every((word) => entry.all.includes(word)))
      .sort((a, b) => weight(b) - weight(a));
    status.textContent = found.length === 1 ? "1 result" : found.length + " results";
    list.replaceChildren(...found.slice(0, 50).map((entry) => {
      const [item, link, kind, text] = ["li", "a", "span", "p"].map((tag) => document.createElement(tag));
      link.href = entry.href;
      link.textContent = entry.title;
      kind.className = "kind";
      kind.textContent = " " + entry.kind;
      text.textContent = entry.text.length > 240 ? entry.text.slice(0, 240) + "…" : entry.text;
      item.append(link, kind, text);
      return item;
    }));
  };
  form.onsubmit = (event) => {
    event.preventDefault();
    history.replaceState(null, "", "?q=" + encodeURIComponent(input.value));
    find();
  };
  let due;
  input.oninput = () => {
    clearTimeout(due);
    due = setTimeout(find, 120);
  };
  const asked = new URLSearchParams(location.search).get("q");
  if (asked) {
    input.value = asked;
    find();
  }
})();
