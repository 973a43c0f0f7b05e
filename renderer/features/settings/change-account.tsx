import { Drawer, NumberInput, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDraft } from '../../lib/drafts/drafts.ts'
import { chooseAccount, currentAccount } from '../../lib/service/account.ts'
import { CallError } from '../../lib/service/call-error.ts'
import { FormButtons } from '../../ui/actions/form-buttons.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { type Account, useChangeAccount } from './api.ts'

const LIMITS: Record<keyof Account['limits'], string> = {
  concurrency: 'Calls at once',
  job_concurrency: 'Jobs at once',
  max_pending: 'Jobs waiting',
  crons: 'Crons',
  event_streams: 'Open event streams',
}

/** Name, limits and grants of an account. */
export function ChangeAccount({ account, onClose }: { account: Account; onClose: () => void }) {
  const { name, limits, unlimited, monthly_grant } = account
  const change = useChangeAccount(name)
  const [draft, setDraft, endDraft] = useDraft(`account ${account.id}`, () => ({
    new_name: name,
    limits,
    unlimited,
    monthly_grant,
  }))
  const form = useForm({ initialValues: draft, onValuesChange: setDraft })
  const close = () => {
    endDraft()
    onClose()
  }
  const save = (values: typeof form.values) =>
    change.mutate(values, {
      onSuccess: changed => {
        endDraft()
        if (currentAccount() === name) chooseAccount(changed.name)
        onClose()
      },
      onError: error => {
        if (error instanceof CallError && error.body.field)
          form.setFieldError(error.body.field, error.body.hint ?? error.message)
      },
    })
  return (
    <Drawer opened onClose={close} title={`Account ${name}`}>
      <form data-draft onSubmit={form.onSubmit(save)}>
        <Stack gap={16}>
          <TextInput label="Name" data-autofocus {...form.getInputProps('new_name')} />
          {Object.entries(LIMITS).map(([limit, label]) => (
            <NumberInput
              key={limit}
              label={label}
              min={1}
              allowDecimal={false}
              thousandSeparator=","
              {...form.getInputProps(`limits.${limit}`)}
            />
          ))}
          <Switch
            label="Unlimited"
            description="Calls are free and do not change the balance."
            {...form.getInputProps('unlimited', { type: 'checkbox' })}
          />
          <NumberInput
            label="Monthly grant"
            description="Credits added at the first call of each month (UTC). 0 turns it off."
            min={0}
            allowDecimal={false}
            thousandSeparator=","
            {...form.getInputProps('monthly_grant')}
          />
          {change.error && <ErrorNotice error={change.error} />}
          <FormButtons verb="Save" loading={change.isPending} onCancel={close} />
        </Stack>
      </form>
    </Drawer>
  )
}
