/* Sorts the register by the column whose header is pressed. */
"use strict";
(() => {
  const table = document.querySelector("table.register");
  if (!table) return;
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const key = (row, column) => row.cells[column].dataset.key || "";
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.onclick = () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const order = new Intl.Collator("en", { numeric: true });
      const rows = [...body.rows].sort((a, b) => {
        const [x, y] = [key(a, column), key(b, column)];
        // What has no key stands last, whichever way.
        if (!x || !y) return (x ? 0 : 1) - (y ? 0 : 1);
        return down ? order.compare(y, x) : order.compare(x, y);
      });
      body.append(...rows);
    };
  });
})();
