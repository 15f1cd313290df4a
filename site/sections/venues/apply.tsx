import { Picture } from '#site/pictures/picture.tsx';
import { Apply } from '#site/sections/shared/apply.tsx';

/** The venues' form. Renders a `<section>`. */
export function VenuesApply() {
  return (
    <Apply
      heading="Put your venue forward."
      aside={<Picture name="keys" className="apply-keys" alt="" />}
      lede="Join. Set a budget. Approve creators. They come."
      form={{ variant: 'venue' }}
    />
  );
}
