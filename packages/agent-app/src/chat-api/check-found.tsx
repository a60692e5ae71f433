import type { CheckResult } from '@deskbell/protocol/agent/channel'
import type { CheckFacts } from '@deskbell/protocol/agent/check-words'
import { Exchange } from '../deliveries/exchange.tsx'
import { Notice } from '../ui/notice.tsx'
import { isolate } from '../words/isolate.ts'
import { words } from '../words/index.ts'
import { sayReason } from '../words/translation.ts'

const w = words.channels
const TONES = { good: 'good', unclear: 'warm', bad: 'bad' } as const
const SETTINGS = { serverUrl: w.serverUrl, header: w.header, anySuccess: w.anySuccess, chunked: w.chunked }

/** The result of the server URL check: the request, the response, the likely cause, and the setting to change. */
export function CheckFound({ result }: { result: CheckResult }) {
  const { outcome, finding, setting, url, status, ms, request, response } = result
  const facts = isolated(result)
  const { cause, advice } = w.checkWords.findings[finding](facts)
  const rows = [
    [w.checkSent, w.checkWords.sent(facts)],
    [w.checkCame, w.checkWords.came(facts)],
    [w.checkCause, cause],
    [w.checkAdvice, advice],
    ...(setting === null ? [] : [[w.checkSetting, SETTINGS[setting]] as const]),
  ] as const
  return (
    <div className="mt-3 animate-appear">
      <Notice tone={TONES[outcome]}>
        <p className="font-medium">{w.checkOutcomes[outcome]}</p>
        <p>{w.checkWords.meaning[outcome]}</p>
      </Notice>
      <dl className="mt-3 flex flex-col gap-2.5 text-sm">
        {rows.map(([label, text]) => (
          <div key={label}>
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="min-w-0 breakable">{text}</dd>
          </div>
        ))}
      </dl>
      <Exchange url={url} status={status} ms={ms} request={request} response={response} />
    </div>
  )
}

/** Foreign texts keep their own direction within a sentence (T7). */
function isolated(result: CheckResult): CheckFacts {
  const { url, publicId, recipient, code, text, reason } = result
  return {
    ...result,
    url: isolate(url),
    publicId: isolate(publicId),
    recipient: isolate(recipient),
    code: isolate(code),
    text: isolate(text),
    reason: isolate(sayReason(reason)),
  }
}
