import { Button, Group, NumberInput, Popover, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { readDraft, useDraft } from '../../lib/drafts/drafts.ts'
import { errorBodyOf } from '../../lib/service/call-error.ts'
import { ExplainedButton } from '../../ui/actions/explained-button.tsx'
import { offerUndo } from '../../ui/actions/offer-undo.tsx'
import { counted } from '../../ui/counted.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { useGrant } from './api.ts'

const DEFAULT_AMOUNT = 500

/** The slot of the form's draft. */
const DRAFT_SLOT = 'credits grant'

const changeText = (credits: number, account: string): string =>
  credits < 0
    ? `${counted(-credits, 'credit')} removed from ${account}.`
    : `${counted(credits, 'credit')} added to ${account}.`

/** A form that adds credits and then offers to undo it. */
export function AddCredits({ account }: { account: string }) {
  const [open, setOpen] = useState(() => readDraft(account, DRAFT_SLOT) !== null)
  const [amount, setAmount, endDraft] = useDraft<number | string>(DRAFT_SLOT, () => DEFAULT_AMOUNT)
  const grant = useGrant(account)
  const close = () => {
    setOpen(false)
    setAmount(DEFAULT_AMOUNT)
    endDraft()
  }
  const takeBack = (credits: number) =>
    grant.mutate(-credits, {
      onError: error => offerUndo(errorBodyOf(error).error, () => takeBack(credits)),
    })
  const add = (credits: number) =>
    grant.mutate(credits, {
      onSuccess: () => {
        close()
        offerUndo(changeText(credits, account), () => takeBack(credits))
      },
    })
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus withArrow>
      <Popover.Target>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen(!open)}>
          Add credits
        </Button>
      </Popover.Target>
      <Popover.Dropdown w={300}>
        <form
          data-draft
          onSubmit={event => {
            event.preventDefault()
            add(Number(amount))
          }}
        >
          <Stack gap={12}>
            <NumberInput
              label="Amount"
              description="Available immediately. A negative number removes available credits."
              data-autofocus
              thousandSeparator=","
              allowDecimal={false}
              value={amount}
              onChange={setAmount}
            />
            {grant.error && <ErrorNotice error={grant.error} />}
            <Group gap={8}>
              <ExplainedButton
                type="submit"
                loading={grant.isPending}
                reason={Number(amount) ? null : 'Enter an amount first.'}
              >
                Add
              </ExplainedButton>
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
            </Group>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
