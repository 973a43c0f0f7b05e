import { Alert, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconRefresh, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { type Setting, settingsQuery } from './api.ts'
import { SettingRow } from './setting-row.tsx'
import { ThisWindow } from './this-window.tsx'

/** The looks of this window, then every setting of the service by what it is about. */
export function General() {
  const settings = useQuery(settingsQuery)
  return (
    <Stack gap={32}>
      <ThisWindow />
      {settings.isPending && <RowsSkeleton rows={8} />}
      {settings.error && <ErrorNotice error={settings.error} onRetry={() => void settings.refetch()} />}
      {settings.data && <Groups settings={settings.data.data} />}
    </Stack>
  )
}

function Groups({ settings }: { settings: readonly Setting[] }) {
  const [search, setSearch] = useState('')
  const word = search.trim().toLowerCase().replaceAll(' ', '_')
  const has = ({ name, description }: Setting) =>
    name.includes(word) || description.toLowerCase().includes(search.trim().toLowerCase())
  const groups = [...Map.groupBy(settings.filter(has), ({ group }) => group)]
  const waiting = settings.filter(({ waits }) => waits)
  return (
    <>
      <TextInput
        type="search"
        maw={320}
        aria-label="Search the settings"
        placeholder="Search the settings"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      {waiting.length > 0 && (
        <Alert color="orange" variant="light" icon={<IconRefresh size={18} aria-hidden />} role="status">
          Start Winnow again for {waiting.map(({ name }) => name).join(', ')} to take effect.
        </Alert>
      )}
      {groups.map(([group, members]) => (
        <Stack key={group} gap={0} component="section" aria-label={group}>
          <Title order={2} mb={4}>
            {group}
          </Title>
          {members.map(setting => (
            <SettingRow key={setting.name} setting={setting} />
          ))}
        </Stack>
      ))}
      {groups.length === 0 && <Text c="dimmed">No setting is called that.</Text>}
    </>
  )
}
