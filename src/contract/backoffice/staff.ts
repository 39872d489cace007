import { z } from "zod";
import { Email, LanguageCode, SingleLine } from "../field-schemas.ts";
import { dateTime } from "../woo/query.ts";
import { minStaffPasswordLength } from "./password-length.ts";
import { allRoles, grantablePermissions, roles } from "../permissions.ts";

/** How many recovery codes an account gets. */
export const recoveryCodeCount = 10;

const StaffPassword = z.string().min(minStaffPasswordLength).max(200);
const StaffName = SingleLine(100).min(1);
const RoleName = z.enum(allRoles);
/** ISO, UTC */
const Time = z.string();

/** What a sign-in still needs: `done`, a second factor, or the set-up of one. */
export const signInSteps = ["second_factor", "set_up_second_factor", "done"] as const;
export type SignInStep = (typeof signInSteps)[number];
const Step = z.enum(signInSteps);

/** Whether the scanner sounds a tone and vibrates. */
const scannerSwitches = { scanner_tones: z.boolean(), scanner_vibration: z.boolean() };

export const SignIn = z.object({
  email: z.string().trim().max(320),
  password: z.string().max(200),
  /** "this is my phone": the session outlives the browser, for at most 30 days */
  remember: z.boolean().default(false),
});

export const SignInMethod = z.enum(["passkey", "totp", "recovery_code"]);
export const SignInResult = z.object({
  step: Step,
  /** how the second factor can be given, with `second_factor` */
  methods: z.array(SignInMethod).optional(),
});
export type SignInResult = z.infer<typeof SignInResult>;

/** One of the two: a code of the authenticator app, or a recovery code. */
export const SecondFactorCode = z
  .object({ code: z.string().trim().max(20).optional(), recovery_code: z.string().trim().max(40).optional() })
  .refine(({ code, recovery_code }) => (code === undefined) !== (recovery_code === undefined), { path: ["code"] });
export const CodeResult = z.object({ step: z.literal("done"), codes_left: z.int() });

export const DemoSignIn = z.object({ role: z.enum(roles) });

export const LinkToken = z.object({ token: z.string().max(200) });
/** What a link is for. */
export const LinkResult = z.object({
  kind: z.enum(["first_owner", "set_up", "invitation", "reset", "secure"]),
  /** empty for the first owner: both are then required by `set-up` */
  email: z.string(),
  name: z.string(),
});
export const SetUp = LinkToken.extend({
  /** required for the first owner */
  email: Email.optional(),
  name: StaffName.optional(),
  password: StaffPassword,
});

export const SessionInfo = z.object({
  /** `set_up_second_factor`: until a second factor is set up, nothing else is allowed */
  step: Step,
  staff: z.object({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    role: RoleName,
    language: LanguageCode,
    ...scannerSwitches,
  }),
  permissions: z.array(z.string()),
  /** value of the header `X-WP-Nonce` of every other request of this session */
  nonce: z.string(),
  reauthenticated_until: Time.nullable(),
  demo: z.boolean(),
  /** of the running program, as in package.json */
  version: z.string(),
});
export type SessionInfo = z.infer<typeof SessionInfo>;

const Base64Url = z.string().max(20_000);
const credential = { id: z.string().max(2000), rawId: z.string().max(2000), type: z.literal("public-key") };
/** What the browser returns for a passkey, as `@simplewebauthn/browser` sends it. */
const PasskeyResponse = z.object({
  ...credential,
  clientExtensionResults: z.object({}).default({}),
  response: z.object({ clientDataJSON: Base64Url, authenticatorData: Base64Url, signature: Base64Url }),
});

/** One of the two: a password, with a code, or a passkey. */
export const Reauthenticate = z
  .object({
    password: z.string().max(200).optional(),
    /** required with a password if the account has an authenticator app */
    code: z.string().trim().max(20).optional(),
    /** of a passkey of the account, for the options of `session/passkey/options` */
    response: PasskeyResponse.optional(),
  })
  .refine(({ password, response }) => (password === undefined) !== (response === undefined), { path: ["password"] });
/** The session has a new nonce. */
export const Reauthenticated = z.object({ reauthenticated_until: Time, nonce: z.string() });

export const PasswordForgotten = z.object({ email: z.string().trim().max(320) });
export const NewStaffPassword = z.object({ password: StaffPassword });

export const StaffSessionEntry = z.object({
  id: z.int(),
  current: z.boolean(),
  /** the browser's user agent */
  user_agent: z.string(),
  /** first half of the IP address */
  address: z.string(),
  created_at: Time,
  last_used_at: Time,
});
export type StaffSessionEntry = z.infer<typeof StaffSessionEntry>;

export const StaffProfile = z.object({
  name: z.string(),
  email: z.string(),
  role: RoleName,
  language: LanguageCode,
  ...scannerSwitches,
  /** when an authenticator app was set up */
  totp_since: Time.nullable(),
  recovery_codes_left: z.int(),
});
export type StaffProfile = z.infer<typeof StaffProfile>;
export const ProfileUpdate = z.object({
  name: StaffName.optional(),
  language: LanguageCode.optional(),
  scanner_tones: z.boolean().optional(),
  scanner_vibration: z.boolean().optional(),
});
export type ProfileUpdate = z.infer<typeof ProfileUpdate>;

export const TotpSetUp = z.object({ uri: z.string(), secret: z.string() });
export const TotpCode = z.object({ code: z.string().trim().max(20) });
/** New recovery codes, which are shown once; empty if the account has some. */
export const RecoveryCodes = z.object({ codes: z.array(z.string()) });

export const Ok = z.object({ ok: z.literal(true) });

export const StaffEntry = z.object({
  id: z.int(),
  email: z.string(),
  name: z.string(),
  role: RoleName,
  state: z.enum(["pending", "active", "closed"]),
  second_factor: z.boolean(),
  created_at: Time,
  last_used_at: Time.nullable(),
  /** of name, role and state, for `If-Match` */
  version: z.string(),
});
export type StaffEntry = z.infer<typeof StaffEntry>;

export const PasskeySignIn = z.object({ response: PasskeyResponse, remember: z.boolean().default(false) });
export const NewPasskey = z.object({
  name: StaffName,
  response: z.object({
    ...credential,
    clientExtensionResults: z.object({}).default({}),
    response: z.object({
      clientDataJSON: Base64Url,
      attestationObject: Base64Url,
      transports: z.array(z.string().max(30)).max(10).default([]),
    }),
  }),
});
export const PasskeyEntry = z.object({
  id: z.int(),
  name: z.string(),
  created_at: Time,
  last_used_at: Time.nullable(),
});
export type PasskeyEntry = z.infer<typeof PasskeyEntry>;

export const RoleEntry = z.object({
  role: RoleName,
  /** of the shop's own role; null for the others, whose names are texts */
  name: z.string().nullable(),
  permissions: z.array(z.string()),
  /** of the shop's own role, for `If-Match`, which is `none` while there is no such role; null for the others */
  version: z.string().nullable(),
});
export type RoleEntry = z.infer<typeof RoleEntry>;
/** The shop's own role. */
export const OwnRole = z.object({
  name: SingleLine(40).min(1),
  permissions: z.array(z.enum(grantablePermissions)).min(1),
});
export type OwnRole = z.infer<typeof OwnRole>;
export const InviteStaff = z.object({ email: Email, name: StaffName, role: RoleName });
export const StaffUpdate = z.object({
  name: StaffName.optional(),
  role: RoleName.optional(),
  /** false reopens a closed account */
  closed: z.literal(false).optional(),
});

export const LogQuery = z.object({
  /** `order:10015` for one record, `order` for all of a type */
  entity: z
    .string()
    .regex(/^[a-z_]+(:[\w-]{1,200})?$/)
    .optional(),
  /** `staff:3`, `key:2`, `command line`, `job` */
  actor: z.string().max(60).optional(),
  /** first and last moment, ISO */
  from: dateTime.optional(),
  to: dateTime.optional(),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  per_page: z.coerce.number().int().min(1).max(100).default(50),
});
export const LogActor = z.object({
  /** `staff:3`, `key:2`, `command line`, `customer:1001`, `job` */
  id: z.string(),
  kind: z.enum(["staff", "key", "command", "customer", "job", "link"]),
  /** name of the person or description of the key; null if there is none */
  name: z.string().nullable(),
});
export type LogActor = z.infer<typeof LogActor>;
export const LogEntry = z.object({
  id: z.int(),
  at: Time,
  actor: LogActor,
  address: z.string().nullable(),
  action: z.string(),
  operation: z.enum(["added", "changed", "removed", "exported", "done"]),
  entity: z.string(),
  entity_id: z.string(),
  /** by field: previous and new value, or true if they are not recorded */
  change: z.record(z.string(), z.unknown()),
});
export type LogEntry = z.infer<typeof LogEntry>;
