import { Picture } from '#site/pictures/picture.tsx';

const benefits = [
  {
    picture: 'tray',
    title: 'Yours to spend',
    text: 'A branded credit card with your handle on it.\nVenues take it like cash.',
  },
  {
    picture: 'menu-open',
    title: 'Yours to choose',
    text: 'You apply to the collabs you want.\nNobody assigns you a dinner.',
  },
  { picture: 'paid-bill', title: 'Paid with a post', text: 'What you owe is content.\nNothing else.' },
  {
    picture: 'rope',
    title: 'Kept small',
    text: 'You are on the list or you are not.\nThat is what makes it worth being on.',
  },
] as const;

/** The four benefits, each with its picture. Renders a `<section>` with a list. */
export function BenefitNotes() {
  return (
    <section className="notes-section grid-page" aria-labelledby="benefits-heading">
      <h2 id="benefits-heading" className="display">
        What it is worth.
      </h2>
      <ul className="notes">
        {benefits.map(({ picture, title, text }) => (
          <li key={title} className="note framed">
            <Picture name={picture} alt="" />
            <h3 className="note-title">{title}</h3>
            <p className="note-text">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
