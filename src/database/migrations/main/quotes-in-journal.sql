-- Quotes are part of the venue's journal from now on (V38). The open ones, which bind nobody, end here.
update quotes set status = 'Cancelled', reason = 'quotes of an earlier release end with it: quote again'
  where status in ('Open', 'Accepting');
