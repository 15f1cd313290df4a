import { expect, test, vi } from 'vitest';
import { loadPictures } from './load-pictures.ts';

class TestPicture extends EventTarget {
  loading = 'lazy';
  complete = false;
  readonly isShown: boolean;

  constructor(isShown = true) {
    super();
    this.isShown = isShown;
  }

  getClientRects(): object[] {
    return this.isShown ? [{}] : [];
  }

  finish(event: 'load' | 'error' = 'load'): void {
    this.complete = true;
    this.dispatchEvent(new Event(event));
  }
}

interface Given {
  pictures: TestPicture[];
  prerendering?: boolean;
  saveData?: boolean;
}

function openPage({ pictures, prerendering = false, saveData = false }: Given) {
  const querySelectorAll = () => pictures;
  const documentElement = { classList: { remove: () => undefined } };
  const page = Object.assign(new EventTarget(), { documentElement, querySelectorAll, prerendering });
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { connection: { saveData } });
  return { page, finished: loadPictures() };
}

/** What follows an event in promises has happened after this. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
const loadings = (pictures: TestPicture[]) => pictures.map(({ loading }) => loading);

test('pictures are fetched one after the other, also after one that fails', async () => {
  const pictures = [new TestPicture(), new TestPicture(), new TestPicture()];
  const { finished } = openPage({ pictures });
  await settled();
  expect(loadings(pictures)).toEqual(['eager', 'lazy', 'lazy']);
  pictures[0]?.finish('error');
  await settled();
  expect(loadings(pictures)).toEqual(['eager', 'eager', 'lazy']);
  pictures[1]?.finish();
  await settled();
  pictures[2]?.finish();
  await finished;
});

test('none is fetched while the page is only prerendered', async () => {
  const pictures = [new TestPicture()];
  const { page, finished } = openPage({ pictures, prerendering: true });
  await settled();
  expect(loadings(pictures)).toEqual(['lazy']);
  page.dispatchEvent(new Event('prerenderingchange'));
  await settled();
  expect(loadings(pictures)).toEqual(['eager']);
  pictures[0]?.finish();
  await finished;
});

test('one that is not shown at this width is left out', async () => {
  const pictures = [new TestPicture(false), new TestPicture()];
  const { finished } = openPage({ pictures });
  await settled();
  expect(loadings(pictures)).toEqual(['lazy', 'eager']);
  pictures[1]?.finish();
  await finished;
});

test('one that has arrived by itself is not waited for', async () => {
  const picture = new TestPicture();
  picture.complete = true;
  await openPage({ pictures: [picture] }).finished;
});

test('a visitor who saves data gets each as it is reached', async () => {
  const pictures = [new TestPicture()];
  await openPage({ pictures, saveData: true }).finished;
  expect(loadings(pictures)).toEqual(['lazy']);
});
