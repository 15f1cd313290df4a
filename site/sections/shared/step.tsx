interface StepProps {
  number: number;
  title: string;
  text: string;
}

/** A step with its numeral, which its list says already. Renders a `<span>`, an `<h3>` and a `<p>`, for a grid of two columns. */
export const Step = ({ number, title, text }: StepProps) => (
  <>
    <span className="step-number" aria-hidden="true">
      {number}
    </span>
    <h3 className="step-title">{title}</h3>
    <p className="step-text">{text}</p>
  </>
);
