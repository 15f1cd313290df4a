import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import './button.css';

const buttonVariants = cva('button', {
  variants: {
    variant: {
      default: 'button-default',
      destructive: 'button-destructive',
      outline: 'button-outline',
      secondary: 'button-secondary',
      ghost: 'button-ghost',
      link: 'button-link',
      'primary-red': 'button-primary-red',
      'outline-red': 'button-outline-red',
    },
    size: {
      default: 'button-md',
      sm: 'button-sm',
      lg: 'button-lg',
      xl: 'button-xl',
      icon: 'button-icon',
    },
  },
  defaultVariants: { variant: 'default', size: 'default' },
});

type Look = VariantProps<typeof buttonVariants>;
type ButtonProps = Look &
  (({ href: string } & ComponentProps<'a'>) | ({ href?: never } & ComponentProps<'button'>));

/** A button. Renders an `<a>` with `href`, else a `<button>` whose type is `button` unless it is given. */
export function Button({ variant, size, className, ...rest }: ButtonProps) {
  const classes = buttonVariants({ variant, size, className });
  return rest.href === undefined ? (
    <button type="button" {...rest} className={classes} />
  ) : (
    <a {...rest} className={classes} />
  );
}
