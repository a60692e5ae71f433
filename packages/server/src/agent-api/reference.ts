import { escapeHtml } from '@deskbell/protocol/html'
import type { AgentApi } from '@deskbell/protocol/documents/agent-api'
import type { Shape } from '@deskbell/protocol/documents/openapi'

/** The document as an HTML page: no script, one style sheet, every text escaped. */
export function toReference({ info, paths, components }: AgentApi): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const tags = [...new Set(operations.map(({ operation }) => operation.tags[0] ?? ''))]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeHtml(info.title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="stylesheet" href="/api/reference.css">
</head>
<body>
<nav aria-label="Contents">
<a class="home" href="#top">${escapeHtml(info.title)}</a>
<ul>${tags.map((tag) => `<li><a href="#${slug(tag)}">${escapeHtml(tag)}</a></li>`).join('')}<li><a href="#shapes">Shapes</a></li></ul>
</nav>
<main id="top">
<header>
<h1>${escapeHtml(info.title)}</h1>
<p class="meta">Version ${escapeHtml(info.version)} · <a href="/api/openapi.json">OpenAPI 3.1</a></p>
${prose(info.description)}
</header>
${tags
  .map(
    (tag) => `<section id="${slug(tag)}"><h2>${escapeHtml(tag)}</h2>
${operations
  .filter(({ operation }) => operation.tags[0] === tag)
  .map(({ path, method, operation }) => article(path, method, operation))
  .join('\n')}
</section>`,
  )
  .join('\n')}
<section id="shapes"><h2>Shapes</h2>
${Object.entries(components?.schemas ?? {})
  .map(
    ([name, shape]) =>
      `<article id="shape-${escapeHtml(name)}"><h3>${escapeHtml(name)}</h3>${shape.description ? prose(shape.description) : ''}${fields(shape)}</article>`,
  )
  .join('\n')}
</section>
</main>
</body>
</html>
`
}

function article(path: string, method: string, operation: AgentApi['paths'][string][string]): string {
  const { operationId, summary, description, parameters, requestBody, responses } = operation
  const inputs = parameters.map(
    (
      one,
    ) => `<tr><th scope="row"><code>${escapeHtml(one.name)}</code>${one.required ? '' : ' <small>optional</small>'}</th>
<td>${typeOf(one.schema)}</td><td><small>${escapeHtml(one.in)}</small> ${escapeHtml(one.description ?? '')}</td></tr>`,
  )
  const body = Object.entries(requestBody?.content ?? {})
  const frames = operation['x-frames'] as { client: Shape; server: Shape } | undefined
  return `<article id="${escapeHtml(operationId)}">
<h3><span class="method ${method}">${method.toUpperCase()}</span> <code class="path">${escapeHtml(path)}</code></h3>
<p class="summary">${escapeHtml(summary)}</p>
${description ? prose(description) : ''}
${inputs.length > 0 ? `<h4>Parameters</h4><div class="wide"><table><tbody>${inputs.join('')}</tbody></table></div>` : ''}
${body.map(([type, { schema }]) => `<h4>Body <small>${escapeHtml(type)}</small></h4>${schema.$ref ? `<p>${typeOf(schema)}</p>` : fields(schema)}`).join('')}
${frames ? `<h4>Frames</h4><p>You send ${typeOf(frames.client)}; you receive ${typeOf(frames.server)}.</p>` : ''}
<h4>Answers</h4>
<ul class="answers">${Object.entries(responses)
    .map(([status, { description: words, content }]) => {
      const schema = content?.['application/json']?.schema
      return `<li><code>${escapeHtml(status)}</code> ${escapeHtml(words)}${schema ? `: ${typeOf(schema)}` : ''}</li>`
    })
    .join('')}</ul>
</article>`
}

/** The fields of an object as a table; for a choice, the fields of each variant. */
function fields(shape: Shape): string {
  if (shape.anyOf?.every(({ properties, $ref }) => properties !== undefined || $ref !== undefined))
    return `<ul class="forms">${shape.anyOf.map((form) => `<li>${form.$ref ? typeOf(form) : fields(form)}</li>`).join('')}</ul>`
  if (!shape.properties) return `<p>${typeOf(shape)}</p>`
  const rows = Object.entries(shape.properties).map(
    ([
      name,
      field,
    ]) => `<tr><th scope="row"><code>${escapeHtml(name)}</code>${shape.required?.includes(name) ? '' : ' <small>optional</small>'}</th>
<td>${typeOf(field)}</td><td>${escapeHtml(field.description ?? '')}</td></tr>`,
  )
  const words = shape.description ? `<p>${escapeHtml(shape.description)}</p>` : ''
  return rows.length === 0
    ? `${words}<p>No fields.</p>`
    : `${words}<div class="wide"><table><tbody>${rows.join('')}</tbody></table></div>`
}

function typeOf(shape: Shape): string {
  if (shape.$ref) {
    const name = shape.$ref.split('/').at(-1) ?? ''
    return `<a href="#shape-${escapeHtml(name)}">${escapeHtml(name)}</a>`
  }
  if (shape.const !== undefined) return `<code>${escapeHtml(JSON.stringify(shape.const))}</code>`
  if (shape.enum) return shape.enum.map((value) => `<code>${escapeHtml(JSON.stringify(value))}</code>`).join(' or ')
  if (shape.anyOf) return shape.anyOf.map(typeOf).join(' or ')
  if (shape.type === 'array') return `list of ${shape.items ? typeOf(shape.items) : 'anything'}`
  if (shape.type === 'object' && shape.properties)
    return `{ ${Object.entries(shape.properties)
      .map(([name, field]) => `${escapeHtml(name)}: ${typeOf(field)}`)
      .join(', ')} }`
  return escapeHtml(shape.type ?? 'anything') + range(shape)
}

function range({ minimum, maximum, minLength, maxLength }: Shape): string {
  const from = minimum ?? minLength
  const to = maximum ?? maxLength
  // The largest integer of a column is not a meaningful limit for a reader.
  const most = typeof to === 'number' && to < 2 ** 31 - 1 ? to : undefined
  if (typeof from !== 'number' && most === undefined) return ''
  return ` <small>${[typeof from === 'number' ? `from ${from}` : '', most === undefined ? '' : `to ${most}`].join(' ').trim()}</small>`
}

/** Paragraphs, with code in backquotes. */
function prose(text: string): string {
  return text
    .split('\n\n')
    .map((part) => `<p>${escapeHtml(part).replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</p>`)
    .join('')
}

const slug = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]+/g, '-')
