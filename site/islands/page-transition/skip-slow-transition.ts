/**
 * Skips the cross-fade to the next page on a machine with few cores: there it doubles the time to the next
 * page's first paint (docs/decisions/0017).
 */
export function skipSlowTransition(win: Window = window): void {
  win.addEventListener('pageswap', ({ viewTransition }) => {
    if (win.navigator.hardwareConcurrency < 4) viewTransition?.skipTransition();
  });
}
