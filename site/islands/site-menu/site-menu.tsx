import { waitlistFormHref } from '#contract/pages.ts';
import { waitlistKinds } from '#contract/submission.ts';
import { texts } from '#contract/texts.ts';
import { NavigationLinks } from '#site/layout/navigation-links.tsx';
import { Button } from '#site/ui/button.tsx';
import { Icon } from '#site/ui/icon.tsx';
import './site-menu.css';

const id = 'site-menu';

// React's types do not know invoker commands yet. With them the panel opens before any script has run.
const openCommand = { command: 'show-modal', commandfor: id };
const closedByAnyone: object = { closedby: 'any' };

/**
 * The navigation of small screens. `setUpSiteMenu` does what the platform's dialog leaves to a script. Renders the
 * `<button>` that opens it and the `<dialog>`.
 */
export function SiteMenu({ currentPath }: { currentPath: string }) {
  return (
    <>
      <button
        type="button"
        className="site-menu-opener"
        aria-label="Open navigation"
        aria-haspopup="dialog"
        aria-expanded={false}
        aria-controls={id}
        {...openCommand}
      >
        <Icon name="menu" />
      </button>
      <dialog id={id} className="site-menu ink" aria-labelledby={`${id}-title`} {...closedByAnyone}>
        <div className="site-menu-panel">
          <div className="site-menu-head">
            <h2 id={`${id}-title`} className="site-menu-title">
              {texts.navigation}
            </h2>
            <form method="dialog">
              <Button type="submit" variant="outline" size="icon" aria-label="Close navigation">
                <Icon name="close" />
              </Button>
            </form>
          </div>
          <nav aria-labelledby={`${id}-title`}>
            <NavigationLinks currentPath={currentPath} className="site-menu-link" />
          </nav>
          <section aria-labelledby={`${id}-join`}>
            <h3 id={`${id}-join`}>{texts.joinWaitlist}</h3>
            <div className="site-menu-join">
              {waitlistKinds.map((kind) => (
                // A form, so that its button leads somewhere before the scripts have run.
                <form key={kind} method="get" action={waitlistFormHref(kind)} data-join={kind}>
                  <Button type="submit" variant={kind === 'creator' ? 'primary-red' : 'outline'}>
                    {texts.joinAs[kind]}
                  </Button>
                </form>
              ))}
            </div>
          </section>
        </div>
      </dialog>
    </>
  );
}
