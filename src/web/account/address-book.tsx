import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { BookAddress, CustomerAddressBook } from "#contract/address-book.ts";
import type { User } from "#contract/customer.ts";
import { toLocalPhone } from "#contract/person-validation.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { ApiError } from "#web/api/query-client.ts";
import { revalidateSession } from "#web/api/session.ts";
import { Alert } from "#design/alert.tsx";
import { Badge } from "#design/badge.tsx";
import { Button } from "#design/button.tsx";
import { Skeleton } from "#design/skeleton.tsx";
import { toast } from "#design/toast.ts";
import { UndoBar } from "#design/undo-bar.tsx";
import { LoadFailed } from "#web/i18n/load-failed.tsx";
import { problemMessage } from "#web/i18n/problem-message.ts";
import { useSettings } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { hasWard } from "#web/locations/searched-place.ts";
import {
  type AddressDraft,
  draftOfAddress,
  entryOfAddress,
  forgetAddressDraft,
  newDraft,
  readAddressDraft,
} from "./address-draft.ts";
import { AddressForm } from "./address-form.tsx";
import { setAddressBook, useAddressBook } from "./use-address-book.ts";

const titleId = "address-book";

/** Confirms a removal that cannot be undone: the buttons take the place of the card's, with the focus. */
function RemoveForGood({ busy, onCancel, onRemove }: { busy: boolean; onCancel: () => void; onRemove: () => void }) {
  const t = useTexts();
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), []);
  return (
    <>
      <p role="status" className="mt-3 text-sm">
        {t("address_book.remove_for_good")}
      </p>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button ref={cancel} look="secondary" size="small" onClick={onCancel}>
          {t("address_book.keep")}
        </Button>
        <Button size="small" busy={busy} onClick={onRemove}>
          {t("address_book.remove")}
        </Button>
      </div>
    </>
  );
}

interface AddressCardProps {
  address: BookAddress;
  /** it names its ward: orders can be sent to it, and its removal can be undone */
  complete: boolean;
  busy: boolean;
  onEdit: () => void;
  onRemove: () => void;
  onMakeDefault: () => void;
}

function AddressCard({ address, complete, busy, onEdit, onRemove, onMakeDefault }: AddressCardProps) {
  const t = useTexts();
  const [removing, setRemoving] = useState(false);
  const removeId = `remove-address-${address.id}`;
  const cancel = () => {
    flushSync(() => setRemoving(false));
    document.getElementById(removeId)?.focus();
  };
  const { label, firstName, lastName, phone, text, is_default: isDefault } = address;
  const button = (
    name: "edit" | "remove" | "make_default",
    of: "edit_of" | "remove_of" | "default_of",
    act: () => void,
  ) => (
    <Button
      id={name === "remove" ? removeId : undefined}
      look="quiet"
      className="-mx-2"
      disabled={busy}
      aria-label={t(`address_book.${of}`, { address: text })}
      onClick={act}
    >
      {t(`address_book.${name}`)}
    </Button>
  );
  return (
    <li className="border border-line bg-white px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
        <span className="break-words">
          {lastName} {firstName} · <span className="tabular whitespace-nowrap">{toLocalPhone(phone)}</span>
        </span>
        {isDefault && <Badge>{t("address_book.default")}</Badge>}
        {label && <span className="text-xs font-normal text-taupe">{label}</span>}
      </p>
      <p className="mt-1 text-sm break-words text-taupe">{text}</p>
      {removing ? (
        <RemoveForGood busy={busy} onCancel={cancel} onRemove={onRemove} />
      ) : (
        <div className="mt-1 flex flex-wrap gap-x-8">
          {button("edit", "edit_of", onEdit)}
          {button("remove", "remove_of", complete ? onRemove : () => setRemoving(true))}
          {!isDefault && complete && button("make_default", "default_of", onMakeDefault)}
        </div>
      )}
    </li>
  );
}

/** Changes of the list that need no form. */
function useAddressActions(searches: boolean) {
  const t = useTexts();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [removed, setRemoved] = useState<BookAddress | null>(null);
  type Client = ReturnType<typeof getApiClient>;
  const run = async (call: (client: Client) => ReturnType<Client["removeAddress"] | Client["addAddress"]>) => {
    setBusy(true);
    const result = await call(getApiClient());
    setBusy(false);
    if (result.ok) {
      setAddressBook(result.data);
      return null;
    }
    if (result.status === 401) revalidateSession();
    return problemMessage(t, result);
  };
  return {
    busy,
    failure,
    removed,
    remove: async (address: BookAddress) => {
      const why = await run((client) => client.removeAddress(address.id));
      setFailure(why);
      setRemoved(why === null && hasWard(address, searches) ? address : null);
    },
    makeDefault: async (address: BookAddress) => {
      setRemoved(null);
      const why = await run((client) =>
        client.changeBookAddress(address.id, { ...entryOfAddress(address, searches), is_default: true }),
      );
      setFailure(why);
      if (why === null) toast("success", t("address_book.changed"));
    },
    undo: async (): Promise<string | null> => {
      if (!removed) return null;
      const why = await run((client) => client.addAddress(entryOfAddress(removed, searches)));
      if (why === null) setRemoved(null);
      return why;
    },
  };
}

function Addresses({
  book,
  onEdit,
  onAdd,
}: {
  book: CustomerAddressBook;
  onEdit: (address: BookAddress) => void;
  onAdd: () => void;
}) {
  const t = useTexts();
  const { addressSearch: searches = false } = useSettings();
  const { busy, failure, removed, remove, makeDefault, undo } = useAddressActions(searches);
  const { addresses, max } = book;
  const isFull = addresses.length >= max;
  return (
    <>
      {failure && <Alert className="mt-4">{failure}</Alert>}
      {addresses.length === 0 ? (
        <p className="mt-2 max-w-prose text-sm text-taupe">{t("address_book.empty")}</p>
      ) : (
        <ul className="mt-4 grid gap-3">
          {addresses.map((address) => (
            <AddressCard
              key={address.id}
              address={address}
              complete={hasWard(address, searches)}
              busy={busy}
              onEdit={() => onEdit(address)}
              onRemove={() => void remove(address)}
              onMakeDefault={() => void makeDefault(address)}
            />
          ))}
        </ul>
      )}
      {removed && (
        <UndoBar key={removed.id} text={t("address_book.removed")} undoLabel={t("address_book.undo")} onUndo={undo} />
      )}
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button look="secondary" size="small" disabled={isFull} onClick={onAdd}>
          {t("address_book.add")}
        </Button>
        <span className="text-xs text-taupe">
          {isFull ? t("address_book.full", { max }) : t("address_book.count", { count: addresses.length, max })}
        </span>
      </div>
    </>
  );
}

/** The customer's addresses: list, form, removal that can be undone. */
export function AddressBook({ user }: { user: User }) {
  const t = useTexts();
  const { addressSearch: searches = false } = useSettings();
  const query = useAddressBook(user.id);
  const [draft, setDraft] = useState<AddressDraft | null>(null);
  const [stored, setStored] = useState(false);
  // resumes an address interrupted by a reload or an expired session
  useEffect(() => {
    const interrupted = readAddressDraft(user.id);
    if (interrupted === null) return;
    setStored(true);
    setDraft(interrupted);
  }, [user.id]);
  // the clicked button is removed: focus and scroll move to the heading
  const turn = (to: AddressDraft | null): void => {
    forgetAddressDraft(user.id);
    flushSync(() => {
      setStored(false);
      setDraft(to);
    });
    document.getElementById(titleId)?.focus();
  };
  const { data: book } = query;
  const heading = draft ? (draft.id === null ? "add_title" : "edit_title") : "title";
  return (
    <section aria-labelledby={titleId} className="mt-14 border-t border-line pt-8">
      <h2 id={titleId} tabIndex={-1} className="text-xl outline-none">
        {t(`address_book.${heading}`)}
      </h2>
      {draft ? (
        <div className="mt-4">
          <AddressForm
            key={draft.id}
            customerId={user.id}
            start={draft}
            stored={stored}
            mayBeDefault={(book?.addresses ?? []).some(({ id, is_default }) => is_default && id !== draft.id)}
            onSaved={() => turn(null)}
            onCancel={() => turn(null)}
          />
        </div>
      ) : book ? (
        <Addresses
          book={book}
          onEdit={(address) => turn(draftOfAddress(address, searches))}
          onAdd={() => turn(newDraft(user))}
        />
      ) : query.isError ? (
        <LoadFailed
          title={t("address_book.load_error")}
          failure={query.error instanceof ApiError ? query.error : null}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      ) : (
        <div className="mt-4 space-y-3" aria-busy="true">
          <Skeleton className="h-24 w-full" />
          <Skeleton className="h-24 w-full" />
        </div>
      )}
    </section>
  );
}
