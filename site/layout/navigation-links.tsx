import { navigationPages, pages } from '#contract/pages.ts';

interface NavigationLinksProps {
  currentPath: string;
  /** Of each link. */
  className: string;
}

/** The navigation's links in the order of the specification, the current page's marked. Renders a `<ul>`. */
export function NavigationLinks({ currentPath, className }: NavigationLinksProps) {
  return (
    <ul>
      {navigationPages.map((name) => (
        <li key={name}>
          <a
            href={pages[name].path}
            className={className}
            aria-current={pages[name].path === currentPath ? 'page' : undefined}
          >
            {pages[name].label}
          </a>
        </li>
      ))}
    </ul>
  );
}
