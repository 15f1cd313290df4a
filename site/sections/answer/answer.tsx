import type { ReactNode } from 'react';
import { brand } from '#contract/brand.ts';
import { answerFolder, invitationAnswers, maxSentenceCharacters } from '#contract/invitation-answer.ts';
import { pages } from '#contract/pages.ts';
import { Picture } from '#site/pictures/picture.tsx';
import { Headline } from '#site/sections/shared/headline.tsx';
import { Button } from '#site/ui/button.tsx';
import { Field } from '#site/ui/field.tsx';
import '#site/art/lifted.css';
import '#site/islands/submission/form.css';
import '#site/sections/contact/talk.css';
import '#site/sections/shared/page-hero.css';
import './answer.css';

/** Shown where the server says so: a section of Mustache, in which `name` is a key of `AnswerView`. */
const Where = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    {`{{#${name}}}`}
    {children}
    {`{{/${name}}}`}
  </>
);

const title = (text: string, ...lines: number[]) => (
  <Headline text={text} lines={lines} className="talk-title" />
);

const mailAddress = (
  <a href={`mailto:${brand.contactAddress}`} className="talk-address">
    {brand.contactAddress}
  </a>
);

/**
 * The page on which an invitation is answered, in all its states; the server shows one of them
 * (`server/http/answer-page.ts`). It names nobody, and without a press of a button it changes nothing.
 */
export function Answer() {
  return (
    <section id="first-screen" aria-labelledby="hero-heading" className="talk page-hero grid-page">
      <div className="talk-words">
        <Where name="none">{title('Are you coming?', 2, 1)}</Where>
        <Where name="coming">{title("You're coming.", 1, 1)}</Where>
        <Where name="not-now">{title('Not now, then.', 2, 1)}</Where>
        <Where name="joined">{title("You're in.", 1, 1)}</Where>
        <Where name="closed">{title('No longer open.', 2, 1)}</Where>
        <Where name="creator">
          <p className="lede">{`You are on the list of ${brand.name}, as a creator.`}</p>
        </Where>
        <Where name="venue">
          <p className="lede">{`Your venue is on the list of ${brand.name}.`}</p>
        </Where>
        <Where name="joined">
          <p className="lede">
            You have joined, so there is nothing to answer any more. Questions? Write to us: {mailAddress}
          </p>
        </Where>
        <Where name="closed">
          <p className="lede">This invitation is no longer open. Write to us: {mailAddress}</p>
        </Where>
        <Picture
          name="letter"
          isFirst
          className="talk-picture"
          alt="An envelope closed with a red seal, and the press that made it, on a writing desk."
        />
      </div>
      <div className="letter lifted">
        <Where name="open">
          <h2 className="letter-title">Your answer</h2>
          <Where name="when">
            <p className="answer-taken">
              {'Your answer of {{when}}: '}
              <strong>{'{{words}}'}</strong>. Plans change? Press again.
            </p>
          </Where>
          <form method="post" action={`${answerFolder}{{token}}`} className="answer-form">
            <Field
              name="sentence"
              label="A sentence for us"
              multiline
              rows={3}
              maxLength={maxSentenceCharacters}
            />
            <div className="answer-buttons">
              <Button type="submit" name="answer" value="coming" variant="primary-red" size="lg">
                {invitationAnswers.coming.button}
              </Button>
              <Button type="submit" name="answer" value="not-now" variant="outline" size="lg">
                {invitationAnswers['not-now'].button}
              </Button>
            </div>
          </form>
        </Where>
        <Where name="over">
          <h2 className="letter-title">Or use the form</h2>
          <Button href={pages.contact.path} variant="primary-red" size="lg">
            Write to us
          </Button>
        </Where>
      </div>
    </section>
  );
}
