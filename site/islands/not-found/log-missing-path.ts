/** Leaves the missing path on the console, where whoever followed a broken link finds it. */
export function logMissingPath(path: string = location.pathname): void {
  console.error('404 Error: User attempted to access non-existent route:', path);
}
