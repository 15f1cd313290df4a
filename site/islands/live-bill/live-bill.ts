import { type BillInput, costOfGoods, formatDollars, readAmount } from '#site/islands/live-bill/add-up.ts';

/** Adds the bill up from the visitor's two numbers: each is a slider and a box that say the same. */
export function keepBill(page: Document = document): void {
  const controls = (input: BillInput) => [
    ...page.querySelectorAll<HTMLInputElement>(`[data-bill-input=${input}]`),
  ];
  const read = (input: BillInput) => readAmount(input, controls(input)[0]?.value ?? '');
  const show = (line: string, text: string) => {
    for (const place of page.querySelectorAll(`[data-bill-line=${line}]`)) place.textContent = text;
  };
  const addUp = () => {
    const menuValue = read('menuValue');
    const costPercent = read('costPercent');
    show('menuValue', formatDollars(menuValue));
    show('costPercent', `${costPercent}%`);
    show('total', formatDollars(costOfGoods(menuValue, costPercent)));
  };
  for (const input of ['menuValue', 'costPercent'] as const) {
    for (const control of controls(input)) {
      control.addEventListener('input', () => {
        for (const other of controls(input)) {
          if (other !== control) other.value = String(readAmount(input, control.value));
        }
        addUp();
      });
      // A number out of bounds counts as the bound, and says so once it has been typed.
      control.addEventListener('change', () => {
        control.value = String(read(input));
      });
    }
  }
  // A browser may have restored what was set before a reload.
  addUp();
}
