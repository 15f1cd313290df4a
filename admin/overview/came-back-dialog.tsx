import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { describeCameBack, markInParts, maxCameBackCharacters, readAddressLines } from '#contract/told.ts';
import { call } from '../api/call.ts';
import { notify } from '../api/notices.ts';
import { readAgain } from '../api/queries.ts';
import { Button } from '../ui/button.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';

/** Takes the addresses whose letters bounced, as the mail provider lists them. */
export function CameBackButton() {
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const mark = useMutation({
    mutationFn: ({ addresses, reason }: { addresses: string[]; reason: string | null }) =>
      markInParts(addresses, (some) =>
        call('cameBackAddresses', { changeId: crypto.randomUUID(), addresses: some, reason }),
      ),
    onSuccess(answer) {
      notify(describeCameBack(answer));
      setOpen(false);
    },
    onSettled: () => readAgain(queryClient),
  });
  return (
    <>
      <Button onClick={() => setOpen(true)}>Letters came back…</Button>
      {isOpen && (
        <FormDialog
          title="Letters came back"
          verb="They came back"
          isPending={mark.isPending}
          failure={mark.error && `${mark.error.message} Send the same addresses again: each is marked once.`}
          onSubmit={(form) => {
            const addresses = readAddressLines(String(form.get('addresses')));
            const reason = String(form.get('reason')).trim() || null;
            if (addresses.length > 0) mark.mutate({ addresses, reason });
          }}
          onClose={() => setOpen(false)}
        >
          <label className="stack field">
            Addresses, one a line
            <textarea name="addresses" data-first required />
          </label>
          <label className="stack field">
            What the bounces say (optional)
            <input name="reason" maxLength={maxCameBackCharacters} />
          </label>
        </FormDialog>
      )}
    </>
  );
}
