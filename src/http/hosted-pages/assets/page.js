/** Every hosted page notifies the page around it of its outcome, leads to a fault, and sends its form once. */
const { message, targets } = document.body.dataset;
if (message !== undefined && window.parent !== window) {
  // A browser delivers it only where the page around is of that origin.
  for (const target of JSON.parse(targets)) window.parent.postMessage(JSON.parse(message), target);
}

document.querySelector('[data-focus]')?.focus();

for (const form of document.forms) {
  form.addEventListener('submit', (event) => {
    if (event.defaultPrevented) return;
    if (form.dataset.sent !== undefined) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = 'yes';
    form.setAttribute('aria-busy', 'true');
  });
}

// A page that the browser kept, and shows again by its back button, may be sent again.
window.addEventListener('pageshow', () => {
  for (const form of document.forms) {
    delete form.dataset.sent;
    form.removeAttribute('aria-busy');
  }
});
