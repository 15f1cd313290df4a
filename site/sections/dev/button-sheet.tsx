import { Button } from '#site/ui/button.tsx';
import '#site/ui/button-more.css';
import './button-sheet.css';

const variants = [
  'default',
  'destructive',
  'outline',
  'secondary',
  'ghost',
  'link',
  'primary-red',
  'outline-red',
] as const;
const sizes = ['default', 'sm', 'lg', 'xl', 'icon'] as const;

/** Every button in every size on one background; in development only. */
export function ButtonSheet({ scope }: { scope: 'ink' | 'paper' }) {
  return (
    <section
      className={`${scope} button-sheet page-gutters section-padding`}
      aria-label={`Buttons on ${scope}`}
    >
      <ul>
        {variants.map((variant) => (
          <li key={variant}>
            <code>{variant}</code>
            {sizes.map((size) => (
              <Button key={size} variant={variant} size={size} aria-label={`${variant} ${size}`}>
                {size === 'icon' ? '+' : size}
              </Button>
            ))}
            <Button variant={variant} disabled>
              disabled
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
