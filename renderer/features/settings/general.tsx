import { Alert, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconRefresh, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { searchText } from '../../../server/base/text/search-text.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import { type Setting, settingsQuery } from './api.ts'
import { SettingRow } from './setting-row.tsx'
import { SignIns } from './sign-ins.tsx'
import { ThisWindow } from './this-window.tsx'

/** The settings of this window, all settings of the service by group, and the signed-in browsers. */
export function General() {
  const settings = useQuery(settingsQuery)
  return (
    <Stack gap={32}>
      <ThisWindow />
      {settings.isPending && <RowsSkeleton rows={8} />}
      {settings.error && <ErrorNotice error={settings.error} onRetry={() => void settings.refetch()} />}
      {settings.data && <Groups settings={settings.data.data} />}
      <SignIns />
    </Stack>
  )
}

function Groups({ settings }: { settings: readonly Setting[] }) {
  const [search, setSearch] = useState('')
  const words = searchText(search.trim())
  const has = ({ name, title, description }: Setting) =>
    [name, title, description].some(text => searchText(text).includes(words))
  const groups = [...Map.groupBy(settings.filter(has), ({ group }) => group)]
  const waiting = settings.filter(({ waits }) => waits)
  return (
    <>
      <TextInput
        type="search"
        maw={320}
        aria-label="Search settings"
        placeholder="Search settings"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      {waiting.length > 0 && (
        <Alert color="orange" variant="light" icon={<IconRefresh size={18} aria-hidden />} role="status">
          Restart Winnow to apply: {waiting.map(({ title }) => title).join(', ')}.
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
      {groups.length === 0 && <Text c="dimmed">No matching settings.</Text>}
    </>
  )
}
