import { Link } from "react-router";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { recordScreen, recordTitle } from "./record-name.ts";

interface RecordLinkProps {
  /** as in the audit log: `order` */
  entity: string;
  id: string;
}

/** The name of a record, as a link to its screen if it has one. */
export function RecordLink({ entity, id }: RecordLinkProps) {
  const t = useTexts();
  const screen = recordScreen(entity, id);
  const name = recordTitle(t, entity, id);
  return screen ? (
    <Link to={screen} className="text-link -my-2.5 inline-flex min-h-12 items-center lg:-my-1.5 lg:min-h-8">
      {name}
    </Link>
  ) : (
    <span className="break-all">{name}</span>
  );
}
