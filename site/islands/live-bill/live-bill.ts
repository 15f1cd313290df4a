import {
  type BillInput,
  billLimits,
  costOfGoods,
  formatDollars,
  readAmount,
} from '#site/islands/live-bill/add-up.ts';

/** Adds the bill up from the visitor's two numbers: each has a slider and a box with the same value. */
export function setUpBill(): void {
  const controls = (input: BillInput) => [
    ...document.querySelectorAll<HTMLInputElement>(`[data-bill-input=${input}]`),
  ];
  const amounts: Record<BillInput, number> = {
    menuValue: billLimits.menuValue.start,
    costPercent: billLimits.costPercent.start,
  };
  const show = (line: string, text: string) => {
    for (const place of document.querySelectorAll(`[data-bill-line=${line}]`)) place.textContent = text;
  };
  const addUp = () => {
    show('menuValue', formatDollars(amounts.menuValue));
    show('costPercent', `${amounts.costPercent}%`);
    show('total', formatDollars(costOfGoods(amounts.menuValue, amounts.costPercent)));
  };
  const take = (input: BillInput, control: HTMLInputElement) => {
    // While the text is no number, the last number counts.
    amounts[input] = readAmount(input, control.value) ?? amounts[input];
    for (const other of controls(input)) {
      if (other !== control) other.value = String(amounts[input]);
      // Where a box does not grow by itself.
      other.style.setProperty('--characters', String(other.value.length));
    }
    addUp();
  };
  for (const input of ['menuValue', 'costPercent'] as const) {
    for (const control of controls(input)) {
      control.addEventListener('input', () => take(input, control));
      // The box says which number counts, once it has been typed.
      control.addEventListener('change', () => {
        control.value = String(amounts[input]);
        take(input, control);
      });
    }
    // Set before this ran, or restored by the browser after a reload.
    const set = controls(input).find(({ value, defaultValue }) => value !== defaultValue);
    if (set) take(input, set);
  }
  document.querySelector('.sum')?.setAttribute('data-adds-up', '');
}
