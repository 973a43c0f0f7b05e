import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  Paper,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { DAY } from '../../../server/base/times.ts'
import { useDraft } from '../../lib/drafts/drafts.ts'
import { serviceTime } from '../../lib/service/clock.ts'
import { FormButtons } from '../../ui/actions/form-buttons.tsx'
import { CodeBlock } from '../../ui/code/code-block.tsx'
import { SecretOnce } from '../../ui/code/secret-once.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { tryQuery, useCreateKey } from './api.ts'

const SCOPES = [
  { value: 'read', label: 'read: read records' },
  { value: 'run', label: 'run: read pages; start and delete jobs' },
  { value: 'manage', label: 'manage: create and change records' },
] as const

const EXPIRY_CHOICES = [
  { value: '', label: 'never' },
  { value: '7', label: 'in 7 days' },
  { value: '30', label: 'in 30 days' },
  { value: '90', label: 'in 90 days' },
  { value: '365', label: 'in a year' },
]

interface NewKeyValues {
  name: string
  scopes: (typeof SCOPES)[number]['value'][]
  days: string
  cap: number | string
}

const inputOf = ({ name, scopes, days, cap }: NewKeyValues) => ({
  name: name.trim() || 'key',
  scopes,
  ...(days && { expires_at: new Date(serviceTime() + Number(days) * DAY).toISOString() }),
  ...(cap !== '' && { monthly_cap: Number(cap) }),
})

/** The slot of the form's draft. */
export const NEW_KEY = 'key new'

const startValues = (): NewKeyValues => ({ name: '', scopes: ['read', 'run', 'manage'], days: '', cap: '' })

/** A form that creates a key and shows its secret once. */
export function NewKey({ account, onClose }: { account: string; onClose: () => void }) {
  const create = useCreateKey(account)
  const [draft, setDraft, endDraft] = useDraft(NEW_KEY, startValues)
  const form = useForm<NewKeyValues>({
    initialValues: draft,
    onValuesChange: setDraft,
    validate: { scopes: scopes => (scopes.length ? null : 'Choose at least one scope.') },
  })
  if (create.data)
    return (
      <Stack gap={16} align="flex-start">
        <SecretOnce secret={create.data.secret}>Copy the key now. It is not shown again.</SecretOnce>
        <TryKey secret={create.data.secret} />
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </Stack>
    )
  return (
    <Paper withBorder p={16} component="section" aria-label="New key">
      <form
        data-draft
        onSubmit={form.onSubmit(values => create.mutate(inputOf(values), { onSuccess: endDraft }))}
      >
        <Stack gap={16}>
          <Group gap={16} align="flex-start">
            <TextInput label="Name" placeholder="my script" autoFocus {...form.getInputProps('name')} />
            <NativeSelect label="Expires" data={EXPIRY_CHOICES} {...form.getInputProps('days')} />
            <NumberInput
              label="Monthly cap"
              placeholder="none"
              min={1}
              thousandSeparator=","
              {...form.getInputProps('cap')}
            />
          </Group>
          <Checkbox.Group label="Scopes" {...form.getInputProps('scopes')}>
            <Group gap={16} mt={4}>
              {SCOPES.map(scope => (
                <Checkbox key={scope.value} {...scope} />
              ))}
            </Group>
          </Checkbox.Group>
          {create.error && <ErrorNotice error={create.error} />}
          <FormButtons
            verb="Create key"
            loading={create.isPending}
            onCancel={() => {
              endDraft()
              onClose()
            }}
          />
        </Stack>
      </form>
    </Paper>
  )
}

/** Shows a first call with the new key, to paste into a terminal. */
function TryKey({ secret }: { secret: string }) {
  const { data } = useQuery(tryQuery)
  const curl = data?.data.find(({ language }) => language === 'curl')
  if (!curl) return null
  return (
    <Stack gap={8} w="100%" component="section" aria-label="Try it">
      <Text size="sm">Try it in a terminal. The call is free and returns the balance.</Text>
      <CodeBlock code={`export KEY=${secret}\n${curl.code}`} what="the command" />
    </Stack>
  )
}
