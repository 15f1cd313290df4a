import { brand } from '#contract/brand.ts';
import { pages } from '#contract/pages.ts';
import { WaveBand } from '#site/art/wave-band.tsx';

/** What people look for at the bottom: pages, an address, when and where, what happens to what they send. Renders a `<footer>`. */
export function Footer({ currentPath }: { currentPath: string }) {
  return (
    <footer className="ink relative overflow-hidden">
      <WaveBand id="footer-wave" className="text-red" />
      <div className="px-page flex flex-wrap items-baseline gap-x-5 gap-y-1 lg:gap-x-8 py-3 text-sm">
        <p className="font-display text-2xl leading-none tracking-[-.02em]">{brand.name}</p>
        <p className="text-muted">
          {brand.launch.city}, {brand.launch.date}
        </p>
        <nav
          aria-label="Footer"
          className="order-last -mx-3 w-full sm:order-none sm:mx-0 sm:ml-auto sm:w-auto"
        >
          <ul className="flex flex-wrap">
            {Object.values(pages).map(({ path, label }) => (
              <li key={path}>
                <a href={path} className="foot-link" aria-current={path === currentPath ? 'page' : undefined}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <a href={`mailto:${brand.contactAddress}`} className="foot-link -mx-3">
          {brand.contactAddress}
        </a>
      </div>
    </footer>
  );
}
