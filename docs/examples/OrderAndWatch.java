/*
 * Places an order once, over plain HTTP, and keeps the top of a book, over the stream, across lost connections.
 * Java 17 or later, without any library:
 *
 *     CLIENT_ID=... DEVELOPER_API_KEY=... java OrderAndWatch.java http://127.0.0.1:8080 ISSUER SECURITY
 *
 * The rules that it follows: docs/api/conventions.md (C1, C34), docs/api/stream.md (S10, S11, S13). A program of yours
 * would read JSON by a library; `field` here finds one field of a flat answer.
 */
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class OrderAndWatch {
  static final int TRIES = 6;
  static final String CREDENTIALS = System.getenv("CLIENT_ID") + ":" + System.getenv("DEVELOPER_API_KEY");
  static final HttpClient HTTP = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

  public static void main(String[] args) throws Exception {
    String base = args[0], issuer = args[1], security = args[2];
    String order = """
        {"memberid": "1", "issuerid": "%s", "securityid": "%s", "type": "Limit", "action": "Buy", "quantity": 10,
         "price": "9.50", "expiration": "Day", "disclosePrice": "Yes", "solicited": "Unsolicited"}
        """.formatted(issuer, security);
    String answer = call(base, "createOrder", order);
    System.out.println("order " + field(answer, "orderId") + " " + field(answer, "orderStatus"));
    String seconds = System.getenv().getOrDefault("SECONDS_TO_WATCH", "30");
    watch(base, security, System.nanoTime() + (long) (Double.parseDouble(seconds) * 1e9));
  }

  /** The answer. The same key and body at each try: done once, whatever breaks. */
  static String call(String base, String method, String body) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(base + "/v3/" + method))
        .header("Authorization", "Bearer " + CREDENTIALS)
        .header("Content-Type", "application/json")
        .header("Idempotency-Key", UUID.randomUUID().toString())
        .timeout(Duration.ofSeconds(10))
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build();
    for (int failures = 0; failures < TRIES; failures++) {
      double wait = ThreadLocalRandom.current().nextDouble() * Math.min(5, 0.1 * Math.pow(2, failures));
      try {
        HttpResponse<String> response = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
        int status = response.statusCode();
        if (status != 429 && status < 502) {
          if ("101".equals(field(response.body(), "statusCode"))) return response.body();
          throw new IllegalStateException(method + " was refused: " + response.body());
        }
        wait = Math.max(wait, Double.parseDouble(response.headers().firstValue("Retry-After").orElse("0")));
      } catch (java.io.IOException lost) {
        System.out.println("no answer: " + lost);
      }
      Thread.sleep((long) (wait * 1000));
    }
    throw new IllegalStateException(method + ": no answer");
  }

  /** Every change of the top, each once; what was missed on a lost connection comes on the next one. */
  static void watch(String base, String security, long until) throws Exception {
    String seq = null;
    for (int failures = 0; System.nanoTime() < until; failures++) {
      var messages = new LinkedBlockingQueue<String>();
      try {
        WebSocket line = HTTP.newWebSocketBuilder()
            .header("Authorization", "Bearer " + CREDENTIALS)
            .connectTimeout(Duration.ofSeconds(10))
            .buildAsync(URI.create(base.replaceFirst("http", "ws") + "/v3/stream"), new Reader(messages))
            .get(10, TimeUnit.SECONDS);
        String after = seq == null ? "" : ", \"after\": {\"" + security + "\": " + seq + "}";
        line.sendText("{\"op\": \"subscribe\", \"channel\": \"topOfBook\", \"securityIds\": [\"" + security + "\"], "
            + "\"id\": 1" + after + "}", true).join();
        failures = 0;
        while (System.nanoTime() < until) {
          // The service says something each second: silence is a dead line.
          String message = messages.poll(5, TimeUnit.SECONDS);
          if (message == null || message.equals(Reader.CLOSED)) break;
          String type = field(message, "type");
          if ("error".equals(type)) throw new IllegalStateException(message);
          if (!"snapshot".equals(type) && !"update".equals(type)) continue;
          if ("update".equals(type) && !field(message, "prevSeq").equals(seq)) {
            seq = null;
            break;
          }
          seq = field(message, "seq");
          System.out.println(field(message, "time") + " bid " + field(message, "bid"));
        }
        line.abort();
      } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException lost) {
        System.out.println("the line is lost: " + lost);
      }
      double wait = ThreadLocalRandom.current().nextDouble() * Math.min(15, 0.25 * Math.pow(2, failures));
      if (System.nanoTime() < until) Thread.sleep((long) (wait * 1000));
    }
  }

  /** Puts whole messages into a queue, and CLOSED when the line has ended. */
  record Reader(LinkedBlockingQueue<String> messages, StringBuilder text) implements WebSocket.Listener {
    static final String CLOSED = "";

    Reader(LinkedBlockingQueue<String> messages) {
      this(messages, new StringBuilder());
    }

    @Override
    public CompletionStage<?> onText(WebSocket line, CharSequence data, boolean last) {
      text.append(data);
      if (last) {
        messages.add(text.toString());
        text.setLength(0);
      }
      line.request(1);
      return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket line, int code, String reason) {
      messages.add(CLOSED);
      return null;
    }

    @Override
    public void onError(WebSocket line, Throwable error) {
      messages.add(CLOSED);
    }
  }

  /** The first value under the name: text without its quotes, a number, or an object without objects in it. */
  static String field(String json, String name) {
    Matcher found = Pattern.compile("\"" + name + "\":\\s*(?:\"([^\"]*)\"|(\\{[^{}]*}|[^,}\\]]+))").matcher(json);
    if (!found.find()) return null;
    return found.group(1) == null ? found.group(2) : found.group(1);
  }
}
