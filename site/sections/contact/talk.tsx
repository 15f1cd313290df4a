import { brand } from '#contract/brand.ts';
import { anchors } from '#contract/pages.ts';
import { pageTexts } from '#contract/texts.ts';
import { Stamp } from '#site/art/stamp.tsx';
import { ContactForm } from '#site/islands/contact-form/contact-form.tsx';
import { Island } from '#site/islands/island.tsx';
import { Picture } from '#site/pictures/picture.tsx';
import { CollectionNotice } from '#site/sections/shared/collection-notice.tsx';
import { Headline } from '#site/sections/shared/headline.tsx';
import { InvitationNote } from '#site/sections/shared/invitation-note.tsx';
import '#site/art/lifted.css';
import '#site/islands/submission/form.css';
import '#site/sections/shared/page-hero.css';
import './talk.css';

/** The contact page's heading and its form. */
export function Talk() {
  return (
    <section id="first-screen" aria-labelledby="hero-heading" className="talk page-hero grid-page">
      <div className="talk-words">
        <Headline text={pageTexts.contactHeading} lines={[2, 1]} className="talk-title" />
        <p className="lede">
          A question, a venue to propose, a{'\u00A0'}story to tell? Use the form, or this address:{' '}
          <a href={`mailto:${brand.contactAddress}`} className="talk-address">
            {brand.contactAddress}
          </a>
        </p>
        <Picture
          name="letter"
          isFirst
          className="talk-picture"
          alt="An envelope closed with a red seal, and the press that made it, on a writing desk."
        />
      </div>
      <div id={anchors.contactForm} tabIndex={-1} className="letter lifted">
        <Stamp />
        <h2 className="letter-title">Write to us</h2>
        <Island name="ContactForm" of={ContactForm} />
        <InvitationNote className="letter-note" />
        <CollectionNotice purpose="to answer you" />
      </div>
    </section>
  );
}
