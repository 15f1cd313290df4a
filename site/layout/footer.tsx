import { brand } from '#contract/brand.ts';
import { NavigationLinks } from '#site/layout/navigation-links.tsx';
import './footer.css';

/**
 * The navigation's links, the contact address, place and date of the launch, in one line: on home, scrolling to
 * the bottom must end at the form. Renders a `<footer>`.
 */
export function Footer({ currentPath }: { currentPath: string }) {
  return (
    <footer className="ink page-gutters">
      <div className="foot">
        <span className="foot-name" aria-hidden="true">
          {brand.name}
        </span>
        <nav aria-label="Footer">
          <NavigationLinks currentPath={currentPath} className="foot-link" />
        </nav>
        <a href={`mailto:${brand.contactAddress}`} className="foot-link">
          {brand.contactAddress}
        </a>
        <span className="foot-date">{`${brand.launch.city}, ${brand.launch.date}`}</span>
      </div>
    </footer>
  );
}
