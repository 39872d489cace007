import { PhoneIcon } from "#design/icons.tsx";
import { formatPhone, localPhone } from "#backoffice/i18n/formats.ts";

/** A phone number that is dialled with a tap. */
export const PhoneLink = ({ phone }: { phone: string }) =>
  phone === "" ? null : (
    <a
      href={`tel:${localPhone(phone)}`}
      className="tabular -mx-1 -my-2.5 inline-flex min-h-11 items-center gap-1.5 px-1 underline decoration-1 underline-offset-4 hover:text-champagne"
    >
      <PhoneIcon size={16} />
      {formatPhone(phone)}
    </a>
  );
