import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { CustomerAddressBook, ChangedAddressBook } from "#contract/address-book.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { queryClient, unwrap } from "#web/api/query-client.ts";
import { setSession, useSession, userKey } from "#web/api/session.ts";

const keyOf = (customerId: number) => userKey(String(customerId), "address-book");

/** The customer's addresses; loaded in the browser, while the session is the customer's. */
export function useAddressBook(customerId: number): UseQueryResult<CustomerAddressBook> {
  const { user } = useSession();
  return useQuery({
    queryKey: keyOf(customerId),
    queryFn: () => unwrap(getApiClient().addressBook()),
    enabled: user?.id === customerId,
    // the profile's address and orders change it too
    staleTime: 0,
    // the session is checked then, and may have ended
    refetchOnWindowFocus: false,
  });
}

/** Shows the address book as a write returned it, and the account with its default address. */
export function setAddressBook({ user, addresses, max, last_order }: ChangedAddressBook): void {
  queryClient().setQueryData<CustomerAddressBook>(keyOf(user.id), { addresses, max, last_order });
  setSession(user);
}
