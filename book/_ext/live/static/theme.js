// Repairs of the pages that sphinx-book-theme 1.3.0, docutils and MyST-NB make, each for a rule of
// axe that they break.
addEventListener("DOMContentLoaded", () => {
  // label-content-name-mismatch: the label "Search" hides the shown text "Search Ctrl+K".
  document.querySelectorAll(".search-button-field").forEach((b) => b.removeAttribute("aria-label"));

  // label-content-name-mismatch: the icon's title is read beside the button's own label.
  document.querySelectorAll(".theme-switch-button").forEach((button) => {
    const hide = () => {
      button.querySelectorAll("svg > title").forEach((title) => title.remove());
      button.querySelectorAll("svg").forEach((svg) => svg.setAttribute("aria-hidden", "true"));
    };
    hide();
    new MutationObserver(hide).observe(button, { childList: true, subtree: true });
  });

  // region: the logo stands outside every landmark.
  document.querySelectorAll(".sidebar-primary-item:has(.navbar-brand)").forEach((item) => {
    item.setAttribute("role", "region");
    item.setAttribute("aria-label", "Book");
  });

  // label-content-name-mismatch: the label of a hidden output says other words than its title.
  document.querySelectorAll("details.hide > summary").forEach((s) => s.removeAttribute("aria-label"));

  // aria-allowed-role: an entry of a bibliography has a role that ARIA has dropped.
  document
    .querySelectorAll(".citation-list > .citation")
    .forEach((entry) => entry.setAttribute("role", "listitem"));

  // summary-name: the arrow beside a page with pages below it says nothing.
  document.querySelectorAll(".has-children > details > summary").forEach((summary) => {
    const page = summary.closest(".has-children").querySelector("a").textContent.trim();
    summary.setAttribute("aria-label", `Pages below ${page}`);
  });
});
