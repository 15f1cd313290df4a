import { brand } from '#contract/brand.ts';
import { pages } from '#contract/pages.ts';
import { WaveBand } from '#site/art/wave-band.tsx';
import './footer.css';

/**
 * The pages, the contact address, place and date of the launch, and the name in large letters. It is one line
 * on home, where scrolling to the bottom must end at the form, and on the 404 page, which lists the pages
 * itself. Renders a `<footer>`.
 */
export function Footer({ currentPath }: { currentPath: string }) {
  const isLow = currentPath === pages.home.path || currentPath === '/404';
  return (
    <footer className="ink">
      <WaveBand id="footer-wave" className="foot-wave" />
      <div className={`px-page ${isLow ? 'foot-low' : 'foot-tall'}`}>
        <div className="foot-name" data-name={brand.name} aria-hidden="true" />
        <nav aria-label="Footer">
          <ul>
            {Object.values(pages).map(({ path, label }) => (
              <li key={path}>
                <a href={path} className="foot-link" aria-current={path === currentPath ? 'page' : undefined}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <p className="foot-where">
          {!isLow && <em>{brand.tagline}</em>}
          <a href={`mailto:${brand.contactAddress}`} className="foot-link">
            {brand.contactAddress}
          </a>{' '}
          <span>{`${brand.launch.city}, ${brand.launch.date}`}</span>
        </p>
      </div>
    </footer>
  );
}
