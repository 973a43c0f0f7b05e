import { Alert, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { operationsQuery } from '../../lib/service/machine.ts'
import { counted } from '../../ui/counted.ts'
import { DropFiles } from '../../ui/drop-files.tsx'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { type CookieImport, type Session, useSessionActions } from './api.ts'

/** Logs a session in by importing a file of cookies. */
export function ImportCookies({ session }: { session: Session }) {
  const { importFile } = useSessionActions()
  const operations = useQuery(operationsQuery)
  const limits = operations.data?.data.find(({ id }) => id === 'session-import')?.uploads.file
  const [refusal, setRefusal] = useState<string | null>(null)
  const chooseFile = (file: File | undefined) => {
    setRefusal(null)
    if (file) importFile.mutate({ id: session.id, file })
  }
  return (
    <Stack gap={16}>
      <Text size="sm">
        {`Log in to the site in your own browser, and export the cookies of ${session.hosts.join(', ')} with an extension: as cookies.txt or as JSON. A storage state of Playwright is read too. The file replaces what the session holds.`}
      </Text>
      {limits && (
        <DropFiles
          limits={limits}
          label="Drop the file here, or choose one"
          onFiles={([file]) => chooseFile(file)}
          onRefuse={setRefusal}
        />
      )}
      {refusal && <ErrorNotice error={new Error(refusal)} />}
      {importFile.error && <ErrorNotice error={importFile.error} />}
      {importFile.data && <ImportResult imported={importFile.data} />}
    </Stack>
  )
}

function ImportResult({ imported }: { imported: CookieImport }) {
  const { session, other_hosts, problems } = imported
  const { cookies, storage_items } = session
  return (
    <Alert color="green" variant="light" role="status">
      <Text fw={600}>
        {`The session holds ${counted(cookies, 'cookie')} and ${counted(storage_items, 'item')} of local storage.`}
      </Text>
      {other_hosts.length > 0 && (
        <Text size="sm">
          {`Left out, as the session is not for them: ${other_hosts.map(({ host }) => host).join(', ')}.`}
        </Text>
      )}
      {problems.map(({ at, reason }) => (
        <Text key={at} size="sm">{`${at}: ${reason}`}</Text>
      ))}
    </Alert>
  )
}
