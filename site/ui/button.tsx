import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';

/** Classes of a button, for elements that are drawn as one without being this component. */
export const buttonVariants = cva(
  'inline-flex shrink-0 items-center justify-center gap-2 whitespace-nowrap rounded-full border text-center font-medium transition-colors disabled:opacity-60',
  {
    variants: {
      variant: {
        default: 'border-transparent bg-fg text-bg hover:bg-fg/85',
        destructive: 'border-transparent bg-danger text-bg hover:bg-danger/85',
        outline: 'border-current bg-transparent hover:bg-current/10',
        secondary: 'border-line bg-raised text-fg hover:border-fg',
        ghost: 'border-transparent bg-transparent hover:bg-current/10',
        link: 'border-transparent bg-transparent underline underline-offset-4 hover:decoration-2',
        'primary-red': 'border-transparent bg-red text-white hover:bg-red-deep',
        'outline-red': 'border-red bg-transparent hover:bg-red hover:text-white',
      },
      size: {
        default: 'min-h-11 px-5 text-base',
        sm: 'min-h-11 px-4 text-sm',
        lg: 'min-h-12 px-7 text-lg',
        xl: 'min-h-14 px-9 text-xl',
        icon: 'size-11 p-0',
      },
    },
    defaultVariants: { variant: 'default', size: 'default' },
  },
);

type Look = VariantProps<typeof buttonVariants>;
type ButtonProps = Look &
  (({ href: string } & ComponentProps<'a'>) | ({ href?: never } & ComponentProps<'button'>));

/** Something to press. Renders an `<a>` with `href`, else a `<button>` that submits nothing unless told to. */
export function Button({ variant, size, className, ...rest }: ButtonProps) {
  const classes = buttonVariants({ variant, size, className });
  return rest.href === undefined ? (
    <button type="button" {...rest} className={classes} />
  ) : (
    <a {...rest} className={classes} />
  );
}
