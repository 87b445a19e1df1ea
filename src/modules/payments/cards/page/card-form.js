/** Checks what is typed before it is sent; the server checks it again, and is enough where no script runs. */
const form = document.getElementById('card-form');

/** The check digit of a card's number (Luhn): doubling every second digit from the right, the sum ends with 0. */
function hasCheckDigit(number) {
  let sum = 0;
  for (const [index, character] of [...number].reverse().entries()) {
    const digit = Number(character) * (index % 2 === 1 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}

/** Whether it has passed is for the server to say: its clock may be another one. */
function isMonth(text) {
  return /^(0?[1-9]|1[0-2]) ?[/-]? ?(?:20)?\d{2}$/.test(text);
}

const FAULTS = {
  name: (text) => (text === '' ? 'Enter the name as it is printed on the card.' : ''),
  number: (text) => {
    const number = text.replaceAll(/[ -]/g, '');
    return /^\d{12,19}$/.test(number) && hasCheckDigit(number) ? '' : 'Check the number of the card.';
  },
  expiry: (text) => (isMonth(text) ? '' : 'Enter a month and year that have not passed, such as 09/29.'),
  code: (text) => (/^\d{3,4}$/.test(text) ? '' : 'Check the security code of the card.'),
  zip: (text) => (text.length >= 3 ? '' : 'Enter a ZIP or postal code.'),
};

/** Shows what is wrong with a field, or that nothing is; answers whether it is right. */
function check(input) {
  const fault = FAULTS[input.name](input.value.trim());
  document.getElementById(`${input.name}-fault`).textContent = fault;
  if (fault === '') input.removeAttribute('aria-invalid');
  else input.setAttribute('aria-invalid', 'true');
  return fault === '';
}

if (form !== null) {
  const inputs = [...form.querySelectorAll('input')];
  form.addEventListener('submit', (event) => {
    const wrong = inputs.filter((input) => !check(input));
    if (wrong.length === 0) return;
    event.preventDefault();
    wrong[0].focus();
  });
  for (const input of inputs) {
    // A fault goes as soon as it is mended; none comes while somebody still types.
    input.addEventListener('input', () => {
      if (input.hasAttribute('aria-invalid')) check(input);
    });
  }
  form.elements.number.addEventListener('blur', ({ target }) => {
    if (target.value.trim() !== '') check(target);
  });
}
