// The preview's own script: reloads what changed, lists what is wrong. Not part of the site.
(() => {
  "use strict";
  let version = null;
  let panel = null;

  const page = () => {
    const path = decodeURIComponent(location.pathname).replace(/^\/+/, "");
    return path === "" || path.endsWith("/") ? path + "index.html" : path;
  };

  // A style sheet is exchanged in place: the new one is in force before the old one goes.
  const exchangeSheets = (changed) => {
    for (const link of document.querySelectorAll('link[rel="stylesheet"]')) {
      const path = new URL(link.href).pathname.replace(/^\/+/, "");
      if (!changed.includes(path)) continue;
      const fresh = link.cloneNode();
      fresh.href = link.href.split("?")[0] + "?" + version;
      fresh.addEventListener("load", () => link.remove());
      link.after(fresh);
    }
  };

  const element = (name, attributes, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };

  const sheet = `
    :host { all: initial }
    section { position: fixed; inset: auto 0 0 0; max-height: 40vh; overflow: auto; z-index: 9999;
      background: #1d1a16; color: #f6f1e7; font: 14px/1.5 ui-monospace, monospace; padding: .75rem 1rem;
      border-top: 3px solid #d9822b; box-sizing: border-box }
    /* Beside a text of 40rem there is room: nothing of it is covered. */
    @media (min-width: 72rem) { section { left: auto; width: min(32rem, 50vw - 21rem); max-height: 80vh } }
    header { display: flex; gap: 1rem; justify-content: space-between; align-items: start }
    button { font: inherit; color: inherit; background: none; border: 1px solid; border-radius: 3px; min-width: 28px; min-height: 28px; cursor: pointer }
    h2 { font: inherit; font-weight: bold; margin: 0 0 .5rem } ol { margin: 0; padding-left: 1.5rem; overflow-wrap: anywhere }
    li { margin: 0 0 .5rem } pre { margin: .25rem 0 0; overflow-x: auto; white-space: pre }
    a { color: #ffc57a; display: inline-block; min-height: 24px } summary { cursor: pointer; min-height: 24px; width: fit-content }`;

  // Where the panel lies over the page, the page is longer by as much.
  const makeRoom = () => {
    const section = panel?.shadowRoot.querySelector("section");
    const lies = section && section.getBoundingClientRect().left === 0;
    document.body.style.paddingBottom = lies ? section.offsetHeight + "px" : "";
  };
  addEventListener("resize", makeRoom);

  const close = () => { panel?.remove(); panel = null; makeRoom(); };

  // Findings that were put away come back only with others among them.
  const away = "rung-away";

  const showFindings = async (count) => {
    if (count === 0) { sessionStorage.removeItem(away); close(); return; }
    const answer = await fetch("/.rung/findings.json", { cache: "no-store" });
    const findings = await answer.json();
    const what = findings.map((one) => one.text).join("\n");
    if (sessionStorage.getItem(away) === what) { close(); return; }
    const list = element("ol", {});
    for (const finding of findings) {
      const place = finding.place
        ? element("a", { href: finding.editor }, `${finding.place.file}:${finding.place.line}:${finding.place.column}`)
        : "the site";
      const more = element("details", {}, element("summary", {}, `${finding.severity}: ${finding.message}`),
        element("pre", {}, finding.text));
      list.append(element("li", {}, place, more));
    }
    panel?.remove();
    panel = element("div", { id: "rung-findings" });
    const shadow = panel.attachShadow({ mode: "open" });
    const style = new CSSStyleSheet();
    style.replaceSync(sheet);
    shadow.adoptedStyleSheets = [style];
    const heading = count === 1 ? "1 finding" : `${count} findings`;
    const dismiss = element("button", { type: "button", "aria-label": "Put the findings away" }, "×");
    dismiss.addEventListener("click", () => { sessionStorage.setItem(away, what); close(); });
    const title = findings.some((one) => one.severity === "error") ? `${heading}; nothing is published while an error stands` : heading;
    shadow.append(element("section", { role: "region", "aria-label": "Findings of Rung", tabindex: "0" },
      element("header", {}, element("h2", {}, title), dismiss), list));
    document.body.append(panel);
    makeRoom();
  };

  const source = new EventSource("/.rung/events");
  source.onmessage = (event) => {
    const news = JSON.parse(event.data);
    const first = version === null;
    // A server that was started again counts from the beginning: what is shown may be old.
    const restarted = !first && news.version < version;
    version = news.version;
    if (first || restarted) {
      if (restarted || document.documentElement.dataset.rungVersion !== undefined
        && Number(document.documentElement.dataset.rungVersion) !== version) return location.reload();
    } else if (news.changed.includes(page()) || (news.changed.includes("404.html") && document.title === "")) {
      return location.reload(); // Browsers keep the scroll position of a page that is reloaded.
    } else {
      exchangeSheets(news.changed);
      if (news.changed.some((path) => path.endsWith(".js") || /\.(png|jpe?g|gif|webp|svg)$/.test(path))) {
        return location.reload();
      }
    }
    showFindings(news.findings).catch(() => {});
  };

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && panel) return panel.shadowRoot.querySelector("button").click();
    const typing = event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]");
    if (event.key !== "a" || event.ctrlKey || event.metaKey || event.altKey || typing) return;
    location.href = "/.rung/audit/" + page();
  });
})();
