import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { startParser } from '../../lib/parser-start.ts'
import { ExplainedButton } from '../../ui/actions/explained-button.tsx'
import { notifyError } from '../../ui/actions/notify-error.ts'
import { pageQuery, type TextPart, type TextQuery, type TextReading } from './page-text.ts'

/** A button that opens the page in the editor of a new parser, ready to pick fields. */
export function NewParser({
  account,
  reading,
  text,
}: {
  account: string
  reading: TextReading | null
  text: TextQuery
}) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const open = useMutation({
    async mutationFn({ page: { title, final_url } }: TextPart) {
      const page = await queries.ensureQueryData(pageQuery(account, reading!))
      // A file may contain the address of its page, and a page may redirect to another address.
      const namedPage = { ...page, ...(final_url && { name: final_url }) }
      await startParser(account, namedPage, { name: title ?? '', fetch: reading!.wanted.fetch })
    },
    onSuccess: () => navigate('/parsers/page'),
    onError: notifyError,
  })
  const [first] = text.data?.pages ?? []
  return (
    <ExplainedButton
      size="sm"
      variant="default"
      reason={first ? null : 'Read a page first.'}
      loading={open.isPending}
      onClick={() => first && open.mutate(first)}
    >
      New parser from this page
    </ExplainedButton>
  )
}
