import { expect, test, vi } from 'vitest';
import { playEntrances } from './play-entrances.ts';

interface TestElement {
  setAttribute: ReturnType<typeof vi.fn>;
}

/** A page with one element that enters, and what its observer is told. */
function openPage() {
  const element: TestElement = { setAttribute: vi.fn() };
  const observed = new Set<TestElement>();
  let notice: (entries: { target: TestElement; isIntersecting: boolean }[]) => void = () => {};
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: typeof notice) {
        notice = callback;
      }
      observe = (target: TestElement) => observed.add(target);
      unobserve = (target: TestElement) => observed.delete(target);
    },
  );
  playEntrances({ querySelectorAll: () => [element] } as unknown as Document);
  vi.unstubAllGlobals();
  return {
    element,
    observed,
    show: (isIntersecting: boolean) => {
      if (observed.has(element)) notice([{ target: element, isIntersecting }]);
    },
  };
}

test('what comes into the window is marked once, and never again', () => {
  const { element, observed, show } = openPage();
  show(false);
  expect(element.setAttribute).not.toHaveBeenCalled();
  show(true);
  expect(element.setAttribute).toHaveBeenCalledExactlyOnceWith('data-entering', '');
  expect(observed.size).toBe(0);
});

test('what is in the first window stays at rest', () => {
  const { element, observed, show } = openPage();
  show(true);
  show(false);
  show(true);
  expect(element.setAttribute).not.toHaveBeenCalled();
  expect(observed.size).toBe(0);
});
