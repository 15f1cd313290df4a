import { Button } from '#site/ui/button.tsx';
import '#site/ui/button-more.css';

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
    <section className={`${scope} px-page py-section`} aria-label={`Buttons on ${scope}`}>
      <ul className="grid gap-3">
        {variants.map((variant) => (
          <li key={variant} className="flex items-center gap-3">
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
