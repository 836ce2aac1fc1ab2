/* Walks over the cells of a grid with the arrow keys; each cell says what it holds.
   The cells are fetched when a grid is first entered. Escape leaves it. */
"use strict";
for (const plate of document.querySelectorAll(".plate[data-cells]")) {
  const svg = plate.querySelector("svg");
  const says = document.createElement("p");
  says.className = "explorer";
  says.setAttribute("aria-live", "polite");
  const hint = "Point at a cell, or move with the arrow keys.";
  says.textContent = hint;
  plate.after(says);
  plate.tabIndex = 0;
  plate.setAttribute("role", "application");
  const name = plate.getAttribute("aria-label") || "Figure";
  plate.setAttribute("aria-label", name + ", a grid: move with the arrow keys");
  let data, cursor, row = 0, column = 0;
  const load = async () => {
    data ??= await (await fetch(plate.dataset.cells)).json();
    if (!cursor) {
      cursor = document.createElementNS(svg.namespaceURI, "rect");
      cursor.setAttribute("data-cursor", "");
      svg.append(cursor);
    }
  };
  const tell = (scroll) => {
    const [x, y, width, height] = data.cell;
    cursor.setAttribute("x", x + column * width);
    cursor.setAttribute("y", y + row * height);
    cursor.setAttribute("width", width);
    cursor.setAttribute("height", height);
    cursor.removeAttribute("hidden");
    cursor.style.display = "";
    const text = data.cells[row][column];
    says.textContent = data.down + " = " + data.rows[row] + ", " + data.across + " = " + data.columns[column] + ": " + (text ?? "no cell");
    if (scroll) cursor.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  const leave = () => {
    if (cursor) cursor.style.display = "none";
    says.textContent = hint;
  };
  const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  plate.addEventListener("keydown", async (event) => {
    if (event.key === "Escape") return plate.blur();
    const step = steps[event.key];
    const edge = event.key === "Home" || event.key === "End";
    if ((!step && !edge) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const fresh = !data;
    await load();
    const clamp = (value, size) => Math.max(0, Math.min(size - 1, value));
    if (edge) column = event.key === "Home" ? 0 : data.columns.length - 1;
    else if (!fresh) {
      row = clamp(row + step[0], data.rows.length);
      column = clamp(column + step[1], data.columns.length);
    }
    tell(true);
  });
  plate.addEventListener("blur", leave);
  const point = async (event) => {
    await load();
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const [x, y, width, height] = data.cell;
    const [r, c] = [Math.floor((at.y - y) / height), Math.floor((at.x - x) / width)];
    if (data.cells[r]?.[c] === undefined) return;
    [row, column] = [r, c];
    tell(false);
  };
  // A finger taps without moving.
  plate.addEventListener("pointerdown", point);
  plate.addEventListener("pointermove", point);
}
