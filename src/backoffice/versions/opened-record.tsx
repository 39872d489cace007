import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ApiResponse } from "#backoffice/api/call.ts";
import { Loaded } from "#backoffice/components/loaded.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { useLanguage } from "#backoffice/i18n/texts.ts";

interface OpenedRecordProps<T> {
  title: string;
  /** of the record */
  name: string;
  read: () => Promise<ApiResponse<T>>;
  onClose: () => void;
  /** the sheet with its form */
  children: (record: T, etag: string | null) => ReactNode;
}

/** Reads a record with its version when its sheet opens, once: what is typed afterwards is based on what it was opened with. */
export function OpenedRecord<T>({ title, name, read, onClose, children }: OpenedRecordProps<T>) {
  const query = useQuery<ApiResponse<T>>({
    queryKey: ["opened-record", name, useLanguage()],
    queryFn: read,
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnReconnect: false },
    placeholderData: (previous) => previous,
  });
  if (query.data) return children(query.data.data, query.data.etag);
  return (
    <Sheet title={title} onClose={onClose}>
      <Loaded query={query}>{() => null}</Loaded>
    </Sheet>
  );
}
