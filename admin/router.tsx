import type { QueryClient } from '@tanstack/react-query';
import {
  createHashHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { AddPage, readAddSearch } from './add/add-page.tsx';
import { explainSignIn } from './api/session.ts';
import { HeldPage, readHeldSearch } from './held/held-page.tsx';
import { ImportsPage } from './imports/imports-page.tsx';
import { FailedPage, MissingPage } from './layout/failed-page.tsx';
import { Shell } from './layout/shell.tsx';
import { OverviewPage, readOverviewSearch } from './overview/overview-page.tsx';
import { PersonPage } from './person/person-page.tsx';
import { LinkSignIn } from './sign-in/link-sign-in.tsx';
import { SubjectsPage } from './subjects/subjects-page.tsx';
import { parseSearch, readViewSearch, stringifySearch } from './view-search.ts';

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Outlet });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/$token',
  component: () => <LinkSignIn token={signIn.useParams().token} />,
});

/**
 * `signInAgainFragment` of the contract. Tells a person why, if they come back from the identity provider and this
 * browser did not begin the sign-in; not if they are signed in.
 */
const signInAgain = createRoute({
  getParentRoute: () => root,
  path: '/sign-in-again',
  beforeLoad: async ({ context: { queryClient } }) => {
    const problem =
      'That sign-in was not begun in this browser, or more than ten minutes ago. Begin it again.';
    await explainSignIn(queryClient, { problem, hasProvider: true });
    throw redirect({ to: '/applicants', replace: true });
  },
});

const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell });

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/applicants', replace: true });
  },
});

const applicants = createRoute({
  getParentRoute: () => shell,
  path: '/applicants',
  validateSearch: readViewSearch,
  component: () => <SubjectsPage list="applicants" search={applicants.useSearch()} />,
});

const applicant = createRoute({
  getParentRoute: () => shell,
  path: '/applicants/$id',
  validateSearch: readViewSearch,
  component: () => (
    <PersonPage list="applicants" id={applicant.useParams().id} search={applicant.useSearch()} />
  ),
});

const messages = createRoute({
  getParentRoute: () => shell,
  path: '/messages',
  validateSearch: readViewSearch,
  component: () => <SubjectsPage list="messages" search={messages.useSearch()} />,
});

const message = createRoute({
  getParentRoute: () => shell,
  path: '/messages/$id',
  validateSearch: readViewSearch,
  component: () => <PersonPage list="messages" id={message.useParams().id} search={message.useSearch()} />,
});

const held = createRoute({
  getParentRoute: () => shell,
  path: '/held',
  validateSearch: readHeldSearch,
  component: () => <HeldPage search={held.useSearch()} />,
});

const add = createRoute({
  getParentRoute: () => shell,
  path: '/add',
  validateSearch: readAddSearch,
  component: () => <AddPage search={add.useSearch()} />,
});

const imports = createRoute({ getParentRoute: () => shell, path: '/imports', component: ImportsPage });

const overview = createRoute({
  getParentRoute: () => shell,
  path: '/overview',
  validateSearch: readOverviewSearch,
  component: () => <OverviewPage search={overview.useSearch()} />,
});

const routeTree = root.addChildren([
  signIn,
  signInAgain,
  shell.addChildren([home, applicants, applicant, messages, message, held, overview, add, imports]),
]);

/**
 * Every view's address. It is in the fragment, because it says who was looked for, and servers log everything else of
 * an address.
 */
export const createConsoleRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    history: createHashHistory(),
    context: { queryClient },
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultErrorComponent: FailedPage,
    defaultNotFoundComponent: MissingPage,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
  interface HistoryState {
    /** The entry before it is the list. */
    isFromList?: boolean;
  }
}
