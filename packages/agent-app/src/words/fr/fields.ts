import type { FieldWords } from '@deskbell/protocol/agent/field-words'
import type { TextForm } from '@deskbell/protocol/text-forms'
import { listing } from '../listing.ts'

const TYPES = {
  string: 'du texte',
  integer: 'un nombre entier',
  number: 'un nombre',
  boolean: 'true ou false',
  object: 'un objet',
  array: 'une liste',
  null: 'null',
} as const
const FORMS: Readonly<Record<TextForm, string>> = {
  email: 'une adresse e-mail, comme ann@shop.example',
  mail_address: 'une adresse e-mail, comme ann@shop.example',
  date: 'une date, comme 2026-12-24',
  time: 'une heure, comme 09:30',
  colour: 'une couleur, comme #2f6fed',
  header_name: "un nom d’en-tête composé de lettres, de chiffres et de -_.!#$%&'*+^`|~",
  client_id: 'des caractères ASCII imprimables',
  provider_id: 'des lettres, chiffres, points, tirets, tirets bas ou tildes, et plus qu’un ou deux points',
  bot_token: 'des caractères ASCII sans espaces',
  telegram_token: 'un jeton de bot Telegram, comme 123456789:AAF-lettres-et-chiffres',
  upload: 'l’identifiant d’un fichier envoyé',
  signed_token: 'un jeton du serveur',
  device_key: '22 lettres, chiffres, tirets et tirets bas',
  web_address: 'une adresse qui commence par https:// ou http://',
  base64url: 'des octets en base64url',
  phone: 'un numéro de téléphone, comme +31 20 555 0100',
  ice_server: 'une adresse comme stun:stun.example.org:3478 ou turn:turn.example.org',
  caller_id: 'un numéro de 3 à 15 chiffres, avec ou sans +',
  provider_account: 'l’identifiant du compte chez le fournisseur : au plus 64 lettres, chiffres et tirets',
  country: 'un code de pays de deux majuscules, comme FR',
  task_assignee: 'me, nobody ou le numéro d’un agent',
  shortcut: 'au plus 32 lettres, chiffres, tirets et tirets bas',
}
const HOST_ALONE = 'uniquement un nom d’hôte ou une adresse IP, comme shop.example'
const any = listing('fr', 'disjunction')

/** The clause for each reason why a field is refused. */
export const fields: FieldWords = {
  unknown_field: () => 'ce champ n’existe pas',
  required: () => 'ce champ est obligatoire',
  wrong_type: ({ type }) => `valeur attendue : ${TYPES[type]}`,
  wrong_types: ({ types }) => `valeur attendue : ${any.format(types.map((type) => TYPES[type]))}`,
  not_allowed: ({ allowed }) => `valeur attendue : ${any.format(allowed)}`,
  wrong_form: ({ form }) => `valeur attendue : ${FORMS[form]}`,
  empty: () => 'ce champ ne doit pas être vide',
  too_short: ({ least }) => `ce champ doit contenir au moins ${least} caractères`,
  too_long: ({ most }) => `ce champ doit contenir au plus ${most} caractères`,
  too_few: ({ least }) => `la liste doit contenir au moins ${least} éléments`,
  too_many: ({ most }) => `la liste doit contenir au plus ${most} éléments`,
  repeated: () => 'la liste ne doit pas contenir de répétitions',
  too_small: ({ least }) => `la valeur doit être d’au moins ${least}`,
  too_large: ({ most }) => `la valeur doit être d’au plus ${most}`,
  no_url: () => 'ce n’est pas une adresse web',
  no_web_url: () => 'seules les adresses http et https peuvent être jointes',
  url_with_password: () => 'une adresse ne doit contenir ni nom d’utilisateur ni mot de passe',
  own_server: ({ host }) => `${host} est ce serveur lui-même`,
  this_machine: ({ host }) => `${host} est cette machine elle-même : l’exploitant doit l’indiquer dans ALLOW_TARGETS`,
  not_public: ({ host }) => `${host} n’est pas une adresse publique : l’exploitant doit l’indiquer dans ALLOW_TARGETS`,
  closed_port: ({ port, host }) =>
    `les requêtes vers le port ${port} de ${host} ne sont pas autorisées, sauf si l’exploitant les indique dans ALLOW_TARGETS`,
  not_https: ({ host }) => `${host} doit être joint en https, sauf si l’exploitant l’indique dans ALLOW_TARGETS`,
  no_server_url: () => 'ce canal n’a pas encore d’URL de serveur : saisissez-en une pour tester',
  header_name: () => "un nom d’en-tête ne peut contenir que des lettres, des chiffres et -_.!#$%&'*+^`|~",
  header_of_connection: ({ name }) => `l’en-tête ${name} est défini par la connexion elle-même`,
  header_value: ({ name }) =>
    `la valeur de l’en-tête ${name} contient un saut de ligne ou un autre caractère interdit par HTTP`,
  secret_dots: () => 'les points remplacent le secret stocké : saisissez le secret lui-même',
  secret_missing: () => 'ce bot n’a pas encore de secret : saisissez-en un',
  secret_elsewhere: () => 'l’adresse du jeton est maintenant sur un autre serveur : saisissez de nouveau le secret',
  given_elsewhere: () => 'l’adresse est maintenant sur un autre serveur : saisissez-le de nouveau',
  secret_short: ({ least, given }) => `il faut au moins ${least} caractères ; il y en a ${given}`,
  secret_no_base64: () => 'Un secret se compose de whsec_ suivi de base64.',
  secret_size: ({ least, most, given }) =>
    `Un secret contient de ${least} à ${most} octets ; celui-ci en contient ${given}.`,
  token_taken: () => 'un autre bot a déjà ce jeton : demandez-en un autre au fournisseur',
  token_signs: () => 'le jeton fait partie d’une adresse : il ne doit pas contenir / ? # ou %',
  token_dots: () => 'le jeton fait partie d’une adresse : il ne doit pas se réduire à un ou deux points',
  other_kind: ({ kind }) => `ce canal est de type ${kind}`,
  telegram_refused: ({ said }) => `Telegram ne connaît pas ce jeton (${said}) : copiez-le de nouveau depuis @BotFather`,
  telegram_unreachable: ({ said }) => `Telegram n’a pas pu être interrogé : ${said} ; réessayez plus tard`,
  telegram_taken: ({ channel }) =>
    `ce bot est déjà connecté à « ${channel} » : un bot ne peut être connecté qu’à un seul canal`,
  telegram_https: () =>
    'Telegram n’appelle que des adresses https, et PUBLIC_URL n’en est pas une : laissez plutôt le serveur interroger Telegram',
  no_agent: ({ number }) => `il n’y a pas d’agent portant le numéro ${number}`,
  is_you: () => 'c’est vous : choisissez un collègue',
  no_phone_known: () => 'aucun numéro de téléphone de ce contact n’est connu : indiquez-en un',
  no_country_called: () =>
    'aucun pays ne peut encore être appelé : un administrateur les choisit dans les réglages des appels',
  country_not_called: ({ country, allowed }) =>
    `les numéros de ${country} ne sont pas appelés ; les réglages des appels permettent ${allowed.join(', ')}`,
  kind_not_called: () => 'les numéros de ce type ne sont pas appelés : indiquez-en un autre',
  no_tag: ({ number }) => `il n’y a pas d’étiquette portant le numéro ${number}`,
  no_view: ({ number }) => `il n’y a pas de vue enregistrée portant le numéro ${number}`,
  agent_not_here: ({ number }) => `l’agent ${number} n’a pas accès à cette discussion`,
  agent_not_contact: ({ number }) => `l’agent ${number} n’a pas accès à ce contact`,
  no_department: ({ number }) => `il n’y a pas de service portant le numéro ${number}`,
  own_department: () => 'c’est le service que les discussions quitteraient',
  no_channel: ({ number }) => `il n’y a pas de canal portant le numéro ${number}`,
  channel_has_bot: ({ channel }) => `un autre bot répond sur « ${channel} » : détachez-le d’abord`,
  not_of_kind: ({ kind }) => `un canal de type ${kind} n’a pas ce paramètre : omettez-le`,
  no_host: ({ given }) => `« ${given} » n’est pas un hôte : saisissez ${HOST_ALONE}`,
  site_no_host: ({ given }) =>
    `« ${given} » n’est pas un hôte tel que les navigateurs l’écrivent : saisissez ${HOST_ALONE}`,
  site_spelling: ({ given, wanted }) =>
    `« ${given} » n’est pas un hôte tel que les navigateurs l’écrivent : saisissez « ${wanted} »`,
  no_time_zone: ({ given }) => `« ${given} » n’est pas un fuseau horaire ; exemple : Europe/Berlin`,
  range_start: () => 'une plage horaire doit commencer entre 00:00 et 23:59',
  range_end: () =>
    'une plage horaire doit finir au plus tard à 24:00 ; une plage qui dépasse minuit finit à une heure du lendemain',
  range_empty: () =>
    'une plage horaire ne doit pas finir à l’heure où elle commence ; la journée entière va de 00:00 à 24:00',
  webhook_without_url: () =>
    'réactivez d’abord le webhook : les événements n’attendent que pour un webhook qui a une adresse',
  no_name: () => 'saisissez un nom',
  in_future: () => 'le moment ne doit pas être dans le futur',
  in_past: () => 'le moment doit être dans le futur',
  too_far: ({ days }) => `le moment doit être à ${days} jours au plus`,
  not_beside: ({ field }) => `indiquez soit cette valeur, soit \`${field}\``,
  after_end: () => 'le début ne doit pas être postérieur à `to`',
  unknown_rule_part: ({ name }) => `il n’y a pas de condition ni de commande « ${name} »`,
  no_cursor: () => 'valeur attendue : le `next` de la page précédente',
  unknown_variable: ({ name }) => `il n’y a pas de variable {${name}}`,
  variable_missing: ({ name }) =>
    `{${name}} n’a pas de valeur ici ; prévoyez d’autres mots, par exemple {${name}|à tous}`,
  step_after: ({ step }) => `aucune étape de ce type ne peut suivre \`${step}\``,
  step_twice: ({ step }) => `\`${step}\` ne peut être une étape qu’une fois`,
  shortcut_taken: ({ title }) => `« ${title} » a déjà ce raccourci`,
  limit_reached: ({ most }) => `il y en a déjà ${most} : supprimez-en d’abord`,
  message_empty: () => 'un message doit contenir du texte',
  no_file: () => 'le formulaire ne contient pas de fichier',
  no_upload: () => 'vous n’avez pas envoyé ce fichier dans cette discussion, ou il a expiré : envoyez-le de nouveau',
  canned_file_gone: () =>
    'ce fichier n’est dans aucune de vos réponses prédéfinies ou a expiré : envoyez-le de nouveau',
  canned_files_large: ({ most }) =>
    `les fichiers des réponses prédéfinies peuvent faire ${most} Mo en tout : supprimez-en d’abord`,
  file_empty: () => 'le fichier est vide',
  no_picture: () => 'valeur attendue : une image JPEG, PNG, GIF ou WebP',
  file_elsewhere: () => 'le fichier doit être dans le champ « file »',
  several_files: () => 'envoyez un seul fichier à la fois',
  form_too_large: () => 'le formulaire a trop de parties',
  form_incomplete: () => 'le formulaire est incomplet',
}
