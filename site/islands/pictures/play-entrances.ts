/**
 * Marks each element with `data-enters` as it comes into the window for the first time, so that its style sheet can
 * play an animation once. Before that, and without this script, the element is complete and does not move. Elements
 * in the first window are not animated.
 */
export function playEntrances(): void {
  const seen = new Set<Element>();
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const isFirstNotice = !seen.has(target);
      seen.add(target);
      if (!isIntersecting) continue;
      observer.unobserve(target);
      if (!isFirstNotice) target.setAttribute('data-entering', '');
    }
  });
  for (const element of document.querySelectorAll('[data-enters]')) observer.observe(element);
}
