// A FIX client made of QuickFIX, for initiator.test.ts: sends the messages that its standard input names, and writes
// what it receives, field separators as |.
//
//   initiator SETTINGS-FILE
//   input:  SENDERCOMPID 35=D|11=...|      a message without the other fields of header and trailer
//   output: SENDERCOMPID logon | logout | app MESSAGE | refuses MESSAGE | refused MESSAGE
#include <quickfix/DataDictionary.h>
#include <quickfix/FileStore.h>
#include <quickfix/Message.h>
#include <quickfix/Session.h>
#include <quickfix/SessionSettings.h>
#include <quickfix/SocketInitiator.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <mutex>
#include <string>

namespace {

std::mutex output;

void write(const FIX::SessionID &session, const std::string &what) {
  std::string line = session.getSenderCompID().getValue() + " " + what;
  std::replace(line.begin(), line.end(), '\001', '|');
  std::lock_guard<std::mutex> lock(output);
  std::cout << line << std::endl;
}

class Client : public FIX::Application {
public:
  explicit Client(const FIX::SessionSettings &settings) : settings_(settings) {}

  void onCreate(const FIX::SessionID &) override {}
  void onLogon(const FIX::SessionID &session) override { write(session, "logon"); }
  void onLogout(const FIX::SessionID &session) override { write(session, "logout"); }

  void toAdmin(FIX::Message &message, const FIX::SessionID &session) override {
    const std::string type = message.getHeader().getField(FIX::FIELD::MsgType);
    if (type == "A") {
      const FIX::Dictionary &own = settings_.get(session);
      message.setField(FIX::FIELD::Username, own.getString("Username"));
      message.setField(FIX::FIELD::Password, own.getString("Password"));
    }
    // A session level Reject is what QuickFIX thinks of a message of the gateway.
    if (type == "3") write(session, "refuses " + message.toString());
  }

  void toApp(FIX::Message &message, const FIX::SessionID &session) throw(FIX::DoNotSend) override {
    if (message.getHeader().getField(FIX::FIELD::MsgType) == "j") write(session, "refuses " + message.toString());
  }

  void fromAdmin(const FIX::Message &message, const FIX::SessionID &session) throw(
      FIX::FieldNotFound, FIX::IncorrectDataFormat, FIX::IncorrectTagValue, FIX::RejectLogon) override {
    if (message.getHeader().getField(FIX::FIELD::MsgType) == "3") write(session, "refused " + message.toString());
  }

  void fromApp(const FIX::Message &message, const FIX::SessionID &session) throw(
      FIX::FieldNotFound, FIX::IncorrectDataFormat, FIX::IncorrectTagValue, FIX::UnsupportedMessageType) override {
    write(session, "app " + message.toString());
  }

private:
  const FIX::SessionSettings &settings_;
};

} // namespace

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  try {
    FIX::SessionSettings settings(argv[1]);
    const FIX::DataDictionary dictionary(settings.get().getString("DataDictionary"));
    std::map<std::string, FIX::SessionID> sessions;
    for (const FIX::SessionID &one : settings.getSessions()) sessions[one.getSenderCompID().getValue()] = one;
    Client client(settings);
    FIX::FileStoreFactory store(settings);
    FIX::SocketInitiator initiator(client, store, settings);
    initiator.start();
    std::string line;
    while (std::getline(std::cin, line)) {
      const auto space = line.find(' ');
      std::string text = "8=FIX.4.4|9=0|" + line.substr(space + 1) + "10=000|";
      std::replace(text.begin(), text.end(), '|', '\001');
      FIX::Message message;
      message.setString(text, false, &dictionary, &dictionary);
      FIX::Session::sendToTarget(message, sessions.at(line.substr(0, space)));
    }
    initiator.stop();
    return 0;
  } catch (const std::exception &error) {
    std::cerr << error.what() << std::endl;
    return 1;
  }
}
