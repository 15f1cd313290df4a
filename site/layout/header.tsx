import { brand } from '#contract/brand.ts';
import { navigationPages, pages } from '#contract/pages.ts';
import { Mark } from '#site/art/mark.tsx';
import { JoinMenu } from '#site/islands/join-menu/join-menu.tsx';
import { SiteMenu } from '#site/islands/site-menu/site-menu.tsx';
import './header.css';

/** The bar at the top of every page. Renders a `<header>`. */
export function Header({ currentPath }: { currentPath: string }) {
  return (
    <header className="bar ink page-gutters">
      <a href={pages.home.path} className="bar-logo" aria-label={`${brand.name}, home`}>
        <Mark className="bar-mark" />
        <span className="bar-name">{brand.name}</span>
      </a>
      <nav aria-label="Main">
        <ul>
          {navigationPages.map((name) => (
            <li key={name}>
              <a
                href={pages[name].path}
                className="bar-link"
                aria-current={pages[name].path === currentPath ? 'page' : undefined}
              >
                {pages[name].label}
              </a>
            </li>
          ))}
        </ul>
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
