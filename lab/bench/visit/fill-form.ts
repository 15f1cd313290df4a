import type { Page } from 'playwright-core';

export const formSelector = 'form[action^="/functions/"]';

/** All fields of the venues' variant but the name. */
export async function fillForm(page: Page): Promise<void> {
  const values = {
    email: 'ana@example.com',
    venueName: 'Bar Cento',
    city: 'Sydney',
    message: 'Forty seats.',
  };
  for (const [name, value] of Object.entries(values)) {
    await page.locator(`${formSelector} [name=${name}]`).fill(value);
  }
}
