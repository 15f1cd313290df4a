/** On the 404 page: shows the missing path, and logs it to the console as the specification asks. */
export function showMissingPath(page: Document = document, path: string = location.pathname): void {
  const name = page.querySelector('[data-missing-path]');
  if (!name) return;
  name.textContent = path;
  console.error('404 Error: User attempted to access non-existent route:', path);
}
