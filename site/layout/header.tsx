import { brand } from '#contract/brand.ts';
import { pages } from '#contract/pages.ts';
import { JoinMenu } from '#site/islands/join-menu/join-menu.tsx';
import { SiteMenu } from '#site/islands/site-menu/site-menu.tsx';
import { NavigationLinks } from '#site/layout/navigation-links.tsx';
import './header.css';

/** The bar at the top of every page. Renders a `<header>`. */
export function Header({ currentPath }: { currentPath: string }) {
  return (
    <header className="bar ink page-gutters">
      <a href={pages.home.path} className="bar-logo" aria-label={`${brand.name}, home`}>
        <Mark />
        <span className="bar-name">{brand.name}</span>
      </a>
      <nav aria-label="Main">
        <NavigationLinks currentPath={currentPath} className="bar-link" />
      </nav>
      <div className="bar-join">
        <JoinMenu place="bar" />
      </div>
      <div className="bar-menu">
        <SiteMenu currentPath={currentPath} />
      </div>
    </header>
  );
}

/** The mark: a coupe, filled, on whole units, so that it stays sharp at 16 pixels. Renders an `svg`. */
function Mark() {
  return (
    <svg viewBox="0 0 32 32" className="bar-mark" aria-hidden="true">
      <path d="M2 4h28c0 9-5 12-12 13v7l6 2v2H8v-2l6-2v-7C7 16 2 13 2 4z" fill="currentColor" />
      <path d="M4 6h24c-1 5.5-6 8-12 8S5 11.5 4 6z" className="bar-mark-drink" />
    </svg>
  );
}
