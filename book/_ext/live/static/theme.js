// Repairs of sphinx-book-theme 1.3.0, each for a rule of axe that it breaks.
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
});
