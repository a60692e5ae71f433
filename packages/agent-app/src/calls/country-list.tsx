import { ArrowUpToLine, X } from 'lucide-react'
import { number } from '../text/when.ts'
import { IconButton } from '../ui/button.tsx'
import { toCountry } from './countries.ts'
import { telephoneWords } from './telephone-words.ts'

const w = telephoneWords.countries

/** The chosen countries in their order. The first one counts for numbers without +. */
export const CountryList = ({
  codes,
  onChange,
}: {
  codes: readonly string[]
  onChange: (codes: readonly string[]) => void
}) => (
  <ol aria-label={w.chosen} className="divide-y divide-line rounded-lg border border-line">
    {codes.map(toCountry).map(({ code, name, calling }, at) => (
      <li key={code} className="flex min-h-11 items-center gap-3 py-1 ps-3 pe-1.5">
        <span aria-hidden="true" className="w-5 shrink-0 text-end text-xs text-muted tabular-nums">
          {number(at + 1)}
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-baseline gap-x-2">
            <bdi className="min-w-0 breakable">{name}</bdi>
            {calling !== undefined && (
              <bdi dir="ltr" className="text-sm text-muted tabular-nums">
                +{calling}
              </bdi>
            )}
          </span>
          {at === 0 && <span className="block text-xs text-muted">{w.first}</span>}
        </span>
        {at > 0 && (
          <IconButton
            label={w.makeFirst(name)}
            onClick={() => onChange([code, ...codes.filter((one) => one !== code)])}
          >
            <ArrowUpToLine className="size-4" />
          </IconButton>
        )}
        <IconButton label={w.remove(name)} onClick={() => onChange(codes.filter((one) => one !== code))}>
          <X className="size-4" />
        </IconButton>
      </li>
    ))}
  </ol>
)
