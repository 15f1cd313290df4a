import type { ReactNode } from 'react';
import { brand } from '#contract/brand.ts';
import { pages } from '#contract/pages.ts';
import { Mark } from '#site/art/mark.tsx';

interface HeaderProps {
  currentPath: string;
  /** The Join Waitlist dropdown of wide screens. */
  join?: ReactNode;
  /** The navigation panel of small screens, with its opener. */
  menu?: ReactNode;
}

/** The bar that stays at the top of every page. Renders a `<header>`. */
export function Header({ currentPath, join, menu }: HeaderProps) {
  return (
    <header className="bar ink px-page">
      <a href={pages.home.path} className="bar-logo" aria-label={`${brand.name}, home`}>
        <Mark className="size-7" />
        <span className="font-display text-[1.75rem] leading-none tracking-[-.02em]">{brand.name}</span>
      </a>
      <nav aria-label="Main" className="ml-auto hidden md:block">
        <ul className="flex items-center">
          {Object.values(pages).map(({ path, label }) => (
            <li key={path}>
              <a href={path} className="bar-link" aria-current={path === currentPath ? 'page' : undefined}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="ml-5 hidden md:block">{join}</div>
      <div className="ml-auto -mr-2.5 md:hidden">{menu}</div>
    </header>
  );
}
